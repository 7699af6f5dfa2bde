import { z } from 'zod'
import { contract } from '../../../kernel/contract.ts'
import { Impersonation } from '../../identity/impersonations/impersonations.contract.ts'
import { Title, UserId } from '../../vocabulary.contract.ts'

export const impersonateUser = contract({
  summary:
    'Act as a user for at most 30 minutes, through your own login: send the answered id as Baton-Impersonation. They are told, and every request is audited with both ids. Starting another ends the one before',
  realm: 'instance',
  permission: 'administrator',
  effect: 'create',
  needs_person: true,
  input: z.strictObject({ id: UserId, reason: Title.min(3).max(500) }),
  output: Impersonation,
  http: [{ method: 'POST', path: '/api/admin/users/:id/impersonate' }],
})
