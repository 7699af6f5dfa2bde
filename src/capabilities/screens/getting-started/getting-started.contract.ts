import { z } from 'zod'
import { Id, contract } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'

/** What a team does in its first week; each step is done once the organization has one, whoever made it. */
const Steps = z.object({
  agent: z.boolean(),
  task: z.boolean(),
  feature: z.boolean(),
  people: z.boolean(),
  budget: z.boolean(),
})
const GettingStarted = z.object({
  steps: Steps,
  done: z.int(),
  of: z.int(),
  /** The caller has put the list away. */
  hidden: z.boolean(),
  /** The sample project, while there is one; nothing in it counts as a step. */
  sample: z.object({ project_id: Id, slug: z.string(), name: z.string(), may_remove: z.boolean() }).nullable(),
})

components({ GettingStarted })

export const getGettingStarted = contract({
  summary: 'An organization’s progress with its first steps, and its sample project',
  realm: 'organization',
  permission: 'project:read',
  effect: 'read',
  stale_after: ['agent.*', 'task.created', 'feature.created', 'project.*', 'invite.*', 'member.*', 'preferences.updated'],
  input: z.strictObject({}),
  output: GettingStarted,
  http: [{ method: 'GET', path: '/api/getting-started' }],
})
