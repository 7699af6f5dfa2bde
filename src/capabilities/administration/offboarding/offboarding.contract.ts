import { z } from 'zod'
import { Id, Timestamp, contract } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { Title, UserId } from '../../vocabulary.contract.ts'

const Ended = z.object({
  sessions: z.int(),
  device_logins: z.int(),
  api_keys: z.int(),
  mcp_tokens: z.int(),
  oauth_grants: z.int(),
  links: z.int(),
  push_subscriptions: z.int(),
  invites: z.int(),
  webhooks: z.int(),
  tunnels: z.int(),
  agents: z.int(),
  leases: z.int(),
  memberships: z.int(),
})

const Offboarding = z.object({
  user_id: Id,
  /** True: nothing has happened yet; this is what would. */
  preview: z.boolean(),
  /** What would end, or what this call has ended; repeating the call returns only zeros. */
  ends: Ended,
  /** Organizations without another owner: nobody can enter them as this user any more, and somebody has to take them over. */
  last_owner_of: z.array(z.object({ id: Id, handle: z.string(), name: z.string() })),
  suspended_at: Timestamp.nullable(),
})

components({ Offboarding, OffboardingCounts: Ended })

export const offboardUser = contract({
  summary:
    'Let a user go: every session, key, token, device login, grant, invitation, webhook and machine of theirs ends at once, their agents stop and they leave every organization. Repeating it changes nothing',
  realm: 'instance',
  permission: 'administrator',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({
    id: UserId,
    preview: z.boolean().default(false),
    reason: Title.max(500).default('This account has been closed by an administrator.'),
  }),
  output: Offboarding,
  http: [{ method: 'POST', path: '/api/admin/users/:id/offboard' }],
})

export const offboardMember = contract({
  summary: 'Take a user who was let go out of one organization: their agents stop, what they hold is free',
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({ user_id: Id, reason: Title.max(500) }),
  output: z.object({ stopped_agents: z.int(), released_leases: z.int(), removed: z.boolean() }),
})
