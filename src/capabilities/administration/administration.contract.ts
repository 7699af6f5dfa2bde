import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page } from '../../kernel/contract.ts'
import { UserId } from '../vocabulary.contract.ts'
import { components } from '../components.contract.ts'

const AdminUser = z.object({
  id: Id,
  handle: z.string(),
  name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  role: z.enum(['user', 'admin']),
  suspended_at: Timestamp.nullable(),
  created_at: Timestamp,
})

components({ AdminUser })

export const listUsers = contract({
  summary: 'List all users of the instance, newest first',
  realm: 'instance',
  permission: 'administrator',
  effect: 'read',
  stale_after: [],
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(AdminUser),
  http: [{ method: 'GET', path: '/api/admin/users' }],
})

export const suspendUser = contract({
  summary: 'Suspend a user: every credential of theirs stops at once',
  realm: 'instance',
  permission: 'administrator',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ id: UserId }),
  output: AdminUser,
  http: [{ method: 'PATCH', path: '/api/admin/users/:id/suspend' }],
})

export const unsuspendUser = contract({
  summary: 'Let a suspended user back in',
  realm: 'instance',
  permission: 'administrator',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ id: UserId }),
  output: AdminUser,
  http: [{ method: 'PATCH', path: '/api/admin/users/:id/unsuspend' }],
})

export const updateUserRole = contract({
  summary: 'Make a user an administrator of the instance, or an ordinary user again',
  realm: 'instance',
  permission: 'administrator',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ id: UserId, role: z.enum(['user', 'admin']) }),
  output: AdminUser,
  http: [{ method: 'PATCH', path: '/api/admin/users/:id/role' }],
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
