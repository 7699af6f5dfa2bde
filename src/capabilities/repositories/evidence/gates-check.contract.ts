import { z } from 'zod'
import { Id, contract } from '../../../kernel/contract.ts'
import { Commit } from '../../features/features/feature.contract.ts'

export const postGates = contract({
  summary: 'Say at the code host what the features at a commit still lack',
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({ repository_id: Id, sha: Commit }),
  output: z.object({ posted: z.boolean() }),
})

/** Called by the webhook door once a delivery is known to come from the code host; nobody else can call it. */
export const hearPush = contract({
  summary: 'Take features along with a branch that was pushed, and void what was shown of the commit before',
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  input: z.strictObject({ repository_id: Id, branch: z.string().min(1).max(300), before: Commit, after: Commit }),
  output: z.object({}),
})
