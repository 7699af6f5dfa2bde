import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page, ref } from '../../../kernel/contract.ts'
import { Email, Name, TeamRef, stamps } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

const Role = z.enum(['admin', 'member', 'viewer'])

export const NewInvite = z.strictObject({ email: Email, role: Role.default('member') })

export const Invite = z.object({
  id: Id,
  /** Omitted for a link, which is for whoever holds it. */
  email: z.string().optional(),
  /** Who a link is meant for, as described by its creator. */
  label: z.string(),
  role: Role,
  team_id: Id.nullable(),
  team_role: z.enum(['lead', 'member']).nullable(),
  invited_by: Id,
  expires_at: Timestamp,
  ...stamps,
})

const ReceivedInvite = Invite.omit({ invited_by: true, team_id: true, label: true }).extend({
  organization: z.object({ id: Id, handle: z.string(), name: z.string() }),
})

components({ Invite, ReceivedInvite })

const Secret = z
  .string()
  .min(20)
  .max(100)
  .regex(/^[\w-]+$/, 'must be the token of an invitation')

/** The secret of a link, or the id from the caller's own list. A mailed invitation is only for the caller's verified address. */
const Token = ref('invite', Secret)

export const createInvite = contract({
  summary: 'Invite someone to the current organization by mail; without mail nothing is sent, so create a link instead',
  realm: 'organization',
  permission: 'member:manage',
  effect: 'create',
  needs_person: true,
  creates: { ref: 'invite', field: 'id' },
  needs_proven_email: true,
  input: NewInvite,
  output: Invite,
  http: [{ method: 'POST', path: '/api/organization/invites' }],
  rehearsal: { input: { email: '$new_email' } },
})

export const createInviteLink = contract({
  summary: 'Create a link that lets one person join the current organization within 7 days; it is shown once',
  realm: 'organization',
  permission: 'member:manage',
  effect: 'create',
  needs_person: true,
  needs_proven_email: true,
  secret_output: true,
  input: z.strictObject({ role: Role.default('member'), team: TeamRef.optional(), label: Name.optional() }),
  output: Invite.extend({ url: z.string() }),
  http: [{ method: 'POST', path: '/api/organization/invites/links' }],
})

export const listInvites = contract({
  summary: 'List the invitations that are still unanswered',
  realm: 'organization',
  permission: 'member:manage',
  effect: 'read',
  stale_after: ['invite.*'],
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(Invite),
  http: [{ method: 'GET', path: '/api/organization/invites' }],
})

export const revokeInvite = contract({
  summary: 'Withdraw an invitation',
  realm: 'organization',
  permission: 'member:manage',
  effect: 'delete',
  input: z.strictObject({ invite: ref('invite', Id) }),
  output: Invite.extend({ deleted_at: Timestamp }),
  http: [{ method: 'DELETE', path: '/api/organization/invites/:id', params: { id: 'invite' } }],
})

export const listMyInvites = contract({
  summary: 'List the invitations to your proven email address, and the links you hold',
  realm: 'identity',
  permission: 'self',
  effect: 'read',
  stale_after: ['invite.*'],
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(ReceivedInvite),
  http: [{ method: 'GET', path: '/api/invites' }],
})

export const getInvite = contract({
  summary: 'What an invitation link is for; no login needed',
  realm: 'identity',
  permission: 'anyone',
  effect: 'read',
  stale_after: ['invite.*'],
  input: z.strictObject({ token: Secret }),
  output: z.object({
    organization: z.object({ handle: z.string(), name: z.string() }),
    /** The address that was invited; omitted if the link is for whoever holds it. */
    email: z.string().optional(),
    role: Role,
    /** The name of the inviter. */
    invited_by: z.string(),
    expires_at: Timestamp,
  }),
  http: [{ method: 'GET', path: '/api/invites/:token' }],
  rehearsal: { input: { token: '$invite_token' } },
})

export const acceptInvite = contract({
  summary: 'Accept an invitation: an open invite link, or one mailed to your verified email address',
  realm: 'identity',
  permission: 'self',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ token: Token }),
  output: z.object({ organization_id: Id, role: Role, accepted_at: Timestamp }),
  http: [{ method: 'POST', path: '/api/invites/:token/accept' }],
  rehearsal: { input: { token: '$invite_token' } },
})

export const declineInvite = contract({
  summary: 'Decline an invitation',
  realm: 'identity',
  permission: 'self',
  effect: 'change',
  input: z.strictObject({ token: Token }),
  output: z.object({ organization_id: Id, declined_at: Timestamp }),
  http: [{ method: 'POST', path: '/api/invites/:token/decline' }],
  rehearsal: { input: { token: '$invite_token' } },
})

export const mailInvite = contract({
  summary: 'Mail an invitation; the secret in its link is made here and stored as a digest only',
  realm: 'identity',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({ invite_id: Id }),
  output: z.object({ sent: z.boolean() }),
})
