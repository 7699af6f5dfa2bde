import { z } from 'zod'
import { Id, Timestamp, contract } from '../../kernel/contract.ts'
import { Password } from '../login/login.contract.ts'
import { UserId } from '../vocabulary.contract.ts'

export const changePassword = contract({
  summary: 'Choose another password; every other login session ends',
  realm: 'identity',
  permission: 'self',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ password: Password }),
  output: z.object({ changed_at: Timestamp, sessions_ended: z.int() }),
  http: [{ method: 'POST', path: '/api/auth/password' }],
  rehearsal: { newcomer: true },
})

export const resetUserPassword = contract({
  summary: 'Let a user choose a new password: ends their login sessions and mails them a link, or shows it once where mail is off',
  realm: 'instance',
  permission: 'administrator',
  effect: 'change',
  needs_person: true,
  secret_output: true,
  input: z.strictObject({ id: UserId }),
  output: z.object({
    user_id: Id,
    /** Null where it was mailed. */
    url: z.string().nullable(),
    expires_at: Timestamp.nullable(),
  }),
  http: [{ method: 'POST', path: '/api/admin/users/:id/password' }],
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
