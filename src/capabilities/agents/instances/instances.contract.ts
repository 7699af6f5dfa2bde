import { z } from 'zod'
import { Id, contract } from '../../../kernel/contract.ts'

export const leaveConnection = contract({
  summary: 'A connection has closed: whoever works in what was begun over it may come back by another',
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  input: z.strictObject({ user_id: Id, connection: z.string().max(64) }),
  output: z.object({ left: z.int() }),
})
