import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page } from '../../kernel/contract.ts'
import { Moment, Title, UserId } from '../vocabulary.contract.ts'
import { components } from '../components.contract.ts'

export const AdminUser = z.object({
  id: Id,
  handle: z.string(),
  name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  role: z.enum(['user', 'admin']),
  suspended_at: Timestamp.nullable(),
  /** Null: until somebody lifts the suspension. */
  suspended_until: Timestamp.nullable(),
  /** Shown to the person when they log in. */
  suspend_reason: z.string().nullable(),
  created_at: Timestamp,
})

components({ AdminUser })

export const listUsers = contract({
  summary: 'List the users of the instance, newest first; q is the beginning of a handle, name or email address',
  realm: 'instance',
  permission: 'administrator',
  effect: 'read',
  stale_after: [],
  input: z.strictObject({
    q: z.string().trim().min(1).max(100).optional(),
    only: z.enum(['suspended', 'administrators']).optional(),
    limit: Limit,
    cursor: Cursor.optional(),
  }),
  output: page(AdminUser),
  http: [{ method: 'GET', path: '/api/admin/users' }],
})

export const suspendUser = contract({
  summary:
    'Suspend a user, permanently or until a given time: all their credentials stop working immediately, and they are shown the reason',
  realm: 'instance',
  permission: 'administrator',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ id: UserId, reason: Title.max(500).optional(), until: Moment.optional() }),
  output: AdminUser,
  http: [{ method: 'PATCH', path: '/api/admin/users/:id/suspend' }],
  rehearsal: { input: { until: '2099-01-01T00:00:00Z' } },
})

export const liftSuspensions = contract({
  summary: 'Let back in whose suspension has run out',
  realm: 'instance',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({}),
  output: z.object({ lifted: z.int() }),
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
  summary: 'Let a user choose a new password: ends their login sessions and mails them a link or, without mail, shows it once',
  realm: 'instance',
  permission: 'administrator',
  effect: 'change',
  needs_person: true,
  secret_output: true,
  input: z.strictObject({ id: UserId }),
  output: z.object({
    user_id: Id,
    /** Null if the link was mailed. */
    url: z.string().nullable(),
    expires_at: Timestamp.nullable(),
  }),
  http: [{ method: 'POST', path: '/api/admin/users/:id/password' }],
})
