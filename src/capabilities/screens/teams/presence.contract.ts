import { z } from 'zod'
import { Id, contract } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { FeatureRef } from '../../features/features/feature.contract.ts'
import { ProjectRef, TaskRef, TeamRef } from '../../vocabulary.contract.ts'

/** Each person once, however many tabs and devices they have open. */
const PersonHere = z.object({
  user_id: Id,
  handle: z.string(),
  name: z.string(),
  avatar: z.string().nullable(),
  /** What they are looking at, as far as you may see it. */
  at: z.array(z.object({ project_id: Id, project: z.string(), feature_id: Id.nullable(), feature: z.string().nullable() })),
})
const AgentHere = z.object({ agent_id: Id, slug: z.string(), name: z.string(), owner_id: Id })
const Presence = z.object({
  /** False while the server cannot tell who is here. */
  known: z.boolean(),
  people: z.array(PersonHere),
  agents: z.array(AgentHere),
})

components({ Presence, PersonHere, AgentHere })

const read = { realm: 'organization', effect: 'read', output: Presence } as const

export const getTeamPresence = contract({
  ...read,
  summary: 'Which members of a team, and which of their agents, are online',
  permission: 'team:read',
  stale_after: ['presence.changed', 'team.*', 'member.*', 'project.access_changed'],
  input: z.strictObject({ team: TeamRef }),
  http: [{ method: 'GET', path: '/api/teams/:id/presence', params: { id: 'team' } }],
})

export const getProjectPresence = contract({
  ...read,
  summary: 'Who is looking at a project, or one of its features, tasks, stories or epics, right now',
  permission: 'project:read',
  stale_after: ['presence.changed', 'member.*', 'project.access_changed'],
  input: z.strictObject({ project: ProjectRef, feature: FeatureRef.optional(), item: TaskRef.optional() }),
  http: [{ method: 'GET', path: '/api/projects/:slug/presence', params: { slug: 'project' } }],
})
