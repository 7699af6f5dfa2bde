import { z } from 'zod'
import { Id, Timestamp, contract } from '../../../kernel/contract.ts'
import { AgentName } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

const Sample = z.object({
  project: z.object({ id: Id, slug: z.string(), key: z.string(), name: z.string() }),
  agent: AgentName,
  created_at: Timestamp,
})

components({ SampleProject: Sample })

export const createSampleProject = contract({
  summary: 'Add a sample project with an agent that works in it for two minutes; there is one at most',
  realm: 'organization',
  permission: 'project:write',
  effect: 'create',
  needs_proven_email: true,
  heavy: true,
  input: z.strictObject({}),
  output: Sample.extend({ existed: z.boolean() }),
  http: [{ method: 'POST', path: '/api/sample-project' }],
})

export const removeSampleProject = contract({
  summary: 'Remove the sample project with its agent and everything in it',
  realm: 'organization',
  permission: 'project:write',
  effect: 'delete',
  input: z.strictObject({}),
  output: z.object({ removed: z.boolean() }),
  http: [{ method: 'DELETE', path: '/api/sample-project' }],
  rehearsal: { after: 'createSampleProject' },
})

/** What one step of the replay passes on to the next. */
export const Replay = z.strictObject({
  agent_id: Id,
  step: z.int().min(0).max(100),
  session: Id.optional(),
  fence: z.string().max(64).optional(),
})

export const replaySample = contract({
  summary: 'One step of what the sample agent does; the next follows some seconds later',
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  job: true,
  input: Replay,
  output: z.object({ played: z.boolean() }),
})
