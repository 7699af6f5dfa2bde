import { z } from 'zod'
import { Id, contract } from '../../../kernel/contract.ts'

export const writeIssue = contract({
  summary: 'Write to an issue what its task says: title, open or closed, and new comments',
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({ repository_id: Id, number: z.int().min(1).max(2_147_483_647) }),
  output: z.object({ written: z.boolean() }),
})
