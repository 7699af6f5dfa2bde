import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page } from '../../../kernel/contract.ts'
import { Activity } from '../../log/activity.contract.ts'
import { components } from '../../components.contract.ts'
import { AgentRef, MemberRef, TeamRef } from '../../vocabulary.contract.ts'

const { seq, at, type, logged, actor, project_id, summary } = Activity.shape

/** The same kind of thing, done by the same actor in the same project at one stretch, is one line. */
const ActivityBurst = z.object({
  /** Of the newest in it. */
  seq,
  at,
  type,
  logged,
  actor,
  project_id,
  /** What all of it is about, if it is one thing. */
  subject_id: Id.nullable(),
  summary,
  count: z.int(),
  /** Of the oldest in it. */
  first_seq: seq,
  first_at: Timestamp,
  /** The newest few of it, each as the feed of the organization has it. */
  entries: z.array(z.object({ seq, at, subject_id: Id.nullable(), summary })),
})

components({ ActivityBurst })

export const listTeamActivity = contract({
  summary: 'What a team’s members and their agents did, newest first; a burst is one line',
  realm: 'organization',
  permission: 'activity:read',
  effect: 'read',
  stale_after: ['*'],
  input: z.strictObject({
    team: TeamRef,
    user: MemberRef.optional(),
    agent: AgentRef.optional(),
    limit: Limit,
    cursor: Cursor.optional(),
  }),
  output: page(ActivityBurst),
  http: [{ method: 'GET', path: '/api/teams/:id/activity', params: { id: 'team' } }],
})
