import { z } from 'zod'
import { Id, Timestamp, contract } from '../../../kernel/contract.ts'
import { Login } from '../login/login.contract.ts'

export const deleteAccount = contract({
  summary: 'Close your account: every session, key and token ends at once; for 30 days a login gives you a token to restore it',
  realm: 'identity',
  permission: 'self',
  effect: 'delete',
  needs_person: true,
  input: z.strictObject({}),
  output: z.object({ id: Id, deleted_at: Timestamp, restore_until: Timestamp }),
  http: [{ method: 'DELETE', path: '/api/auth/account' }],
  rehearsal: { newcomer: true },
})

export const restoreAccount = contract({
  summary: 'Restore a closed account with the token from your login, and log in',
  realm: 'identity',
  permission: 'anyone',
  effect: 'change',
  secret_output: true,
  input: z.strictObject({ token: z.string().min(20).max(100) }),
  output: Login,
  http: [{ method: 'POST', path: '/api/auth/account/restore' }],
  rehearsal: { input: { token: '$restore_token' } },
})

export const eraseAccounts = contract({
  summary: 'Queue the erasure of every account that was closed more than 30 days ago',
  realm: 'identity',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({}),
  output: z.object({ queued: z.int() }),
})

export const eraseAccount = contract({
  summary: 'Erase one account that was closed more than 30 days ago',
  realm: 'instance',
  permission: 'system',
  effect: 'delete',
  job: true,
  input: z.strictObject({ user_id: Id }),
  output: z.object({ id: Id }),
})
