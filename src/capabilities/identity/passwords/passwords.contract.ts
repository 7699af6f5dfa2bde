import { z } from 'zod'
import { Id, Timestamp, contract } from '../../../kernel/contract.ts'
import { Password } from '../login/login.contract.ts'

export const changePassword = contract({
  summary: 'Change your password; every other login session ends',
  realm: 'identity',
  permission: 'self',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ password: Password }),
  output: z.object({ changed_at: Timestamp, sessions_ended: z.int() }),
  http: [{ method: 'POST', path: '/api/auth/password' }],
  rehearsal: { newcomer: true },
})

export const tellOfPasswordReset = contract({
  summary: 'Say in a user’s own log that an administrator has made a link to reset their password',
  realm: 'identity',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({ user_id: Id }),
  output: z.object({ told: z.boolean() }),
})
