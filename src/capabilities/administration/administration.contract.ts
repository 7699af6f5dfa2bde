import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page } from '../../kernel/contract.ts'
import { UserId } from '../vocabulary.contract.ts'

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

export const listUsers = contract({
  summary: 'List all users of the instance, newest first',
  realm: 'instance',
  permission: 'administrator',
  effect: 'read',
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
