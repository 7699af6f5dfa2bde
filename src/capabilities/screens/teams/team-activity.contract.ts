import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page } from '../../../kernel/contract.ts'
import { Activity } from '../../log/activity.contract.ts'
import { components } from '../../components.contract.ts'
import { AgentRef, MemberRef, TeamRef } from '../../vocabulary.contract.ts'

const { seq, at, type, logged, actor, project_id, summary } = Activity.shape

/** Activities of the same type, by the same actor in the same project and without a long pause, are one line. */
const ActivityBurst = z.object({
  /** From the newest activity in it. */
  seq,
  at,
  type,
  logged,
  actor,
  project_id,
  /** The subject of all of it, if it is the same. */
  subject_id: Id.nullable(),
  summary,
  count: z.int(),
  /** From the oldest activity in it. */
  first_seq: seq,
  first_at: Timestamp,
  /** The newest few, each as in the feed of the organization. */
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
