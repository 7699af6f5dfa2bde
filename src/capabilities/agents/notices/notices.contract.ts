import { z } from 'zod'
import { Id, Timestamp, contract } from '../../../kernel/contract.ts'

const Notice = z.object({
  kind: z.string(),
  message: z.string(),
  task: z.string().optional(),
  session: z.string().optional(),
  at: Timestamp,
})

/** What a call says about the window it came from. */
export const caller = {
  agent_id: Id,
  user_id: Id,
  client_session: z.string().max(200).optional(),
  connection: z.string().max(64).optional(),
  session: Id.optional(),
  fence: z.string().max(64).optional(),
  task: z.string().max(64).optional(),
}

export const takeNotices = contract({
  summary: 'What an instance has to be told with this result, taken once by the door that will tell it',
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  input: z.strictObject(caller),
  output: z.object({ items: z.array(Notice) }),
})
