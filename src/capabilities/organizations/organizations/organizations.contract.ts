import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page } from '../../../kernel/contract.ts'
import { NewInvite, Invite } from '../invites/invites.contract.ts'
import { Handle, MemberRef, Name, NewHandle, OrganizationRef, stamps } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

const Role = z.enum(['owner', 'admin', 'member', 'viewer'])

const Organization = z.object({
  id: Id,
  handle: z.string(),
  name: z.string(),
  personal: z.boolean(),
  sandbox: z.boolean(),
  role: Role,
  deleted_at: Timestamp.nullable(),
  ...stamps,
})

export const Member = z.object({ user_id: Id, handle: z.string(), name: z.string(), role: Role, ...stamps })
const RemovedMember = Member.extend({ deleted_at: Timestamp })

components({ OrganizationRole: Role, Organization, Member, RemovedMember })

export const createOrganization = contract({
  summary: 'Create an organization; you become its owner',
  realm: 'account',
  permission: 'self',
  effect: 'create',
  creates: { ref: 'organization', field: 'id' },
  needs_proven_email: true,
  input: z.strictObject({ name: Name, handle: NewHandle }),
  output: Organization,
  http: [{ method: 'POST', path: '/api/organizations' }],
  rehearsal: { input: { handle: '$new_handle' } },
})

export const listOrganizations = contract({
  summary: 'List the organizations you are a member of',
  realm: 'account',
  permission: 'self',
  effect: 'read',
  stale_after: ['organization.*', 'member.*', 'sandbox.reset'],
  input: z.strictObject({ deleted: z.boolean().default(false), limit: Limit, cursor: Cursor.optional() }),
  output: page(Organization),
  http: [{ method: 'GET', path: '/api/organizations' }],
})

export const onboard = contract({
  summary: 'Name your personal organization, or create another with its own handle, and invite people',
  realm: 'account',
  permission: 'self',
  effect: 'create',
  needs_person: true,
  needs_proven_email: ['handle', 'invites'],
  input: z.strictObject({ name: Name, handle: NewHandle.optional(), invites: z.array(NewInvite).max(20).default([]) }),
  output: z.object({ organization: Organization, invites: z.array(Invite) }),
  http: [{ method: 'POST', path: '/api/onboarding' }],
  rehearsal: { input: { handle: '$new_handle' } },
})

export const getOrganization = contract({
  summary: 'An organization you are a member of',
  realm: 'account',
  permission: 'self',
  effect: 'read',
  stale_after: ['organization.*', 'member.*'],
  input: z.strictObject({ organization: OrganizationRef }),
  output: Organization,
  http: [{ method: 'GET', path: '/api/organizations/:id', params: { id: 'organization' } }],
})

export const updateOrganization = contract({
  summary: 'Rename the current organization, or change its handle; the old one stays reserved for it',
  realm: 'organization',
  permission: 'organization:manage',
  effect: 'change',
  input: z.strictObject({ name: Name.optional(), handle: NewHandle.optional(), version: Version.optional() }),
  output: Organization,
  http: [{ method: 'PATCH', path: '/api/organization' }],
  rehearsal: { input: { name: 'Renamed' } },
})

export const leaveOrganization = contract({
  summary: 'Leave the current organization',
  realm: 'account',
  permission: 'self',
  in_organization: true,
  effect: 'delete',
  input: z.strictObject({}),
  output: RemovedMember,
  http: [{ method: 'POST', path: '/api/organization/leave' }],
  rehearsal: { after: 'transferOrganization', carry: {} },
})

export const transferOrganization = contract({
  summary: 'Make another member the owner of the current organization; you stay as an admin',
  realm: 'organization',
  // The handler checks for the owner: when this call is retried with its idempotency key, the caller no longer is one.
  permission: 'organization:manage',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ user: MemberRef }),
  output: Member,
  http: [{ method: 'POST', path: '/api/organization/transfer' }],
})

export const deleteOrganization = contract({
  summary: 'Delete the current organization; for 30 days an owner can restore it',
  realm: 'organization',
  permission: 'organization:own',
  effect: 'delete',
  needs_person: true,
  input: z.strictObject({}),
  output: Organization,
  http: [{ method: 'DELETE', path: '/api/organization' }],
})

export const restoreOrganization = contract({
  summary: 'Restore one of your organizations, if it was deleted in the last 30 days',
  realm: 'account',
  permission: 'self',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ organization: OrganizationRef }),
  output: Organization,
  http: [{ method: 'POST', path: '/api/organizations/:id/restore', params: { id: 'organization' } }],
  rehearsal: { input: { organization: '$deleted_organization' } },
})

export const eraseOrganizations = contract({
  summary: 'Erase organizations that were deleted more than 30 days ago',
  realm: 'instance',
  permission: 'system',
  effect: 'delete',
  job: true,
  input: z.strictObject({}),
  output: z.object({ removed: z.int(), next: z.object({}).nullable() }),
})

export const listMembers = contract({
  summary: 'List the members of the current organization',
  realm: 'organization',
  permission: 'member:read',
  effect: 'read',
  stale_after: ['member.*', 'profile.updated'],
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(Member),
  http: [{ method: 'GET', path: '/api/organization/members' }],
})

export const addMember = contract({
  summary: 'Add a user to the current organization by handle, if MEMBERS_ADDED allows it; otherwise send an invitation',
  realm: 'organization',
  permission: 'member:manage',
  effect: 'create',
  needs_person: true,
  creates: { ref: 'member', field: 'user_id' },
  needs_proven_email: true,
  input: z.strictObject({ user: Handle, role: Role.default('member') }),
  output: Member,
  http: [{ method: 'POST', path: '/api/organization/members' }],
  rehearsal: { input: { user: '$stranger_handle' } },
})

export const updateMember = contract({
  summary: 'Change a member’s role',
  realm: 'organization',
  permission: 'member:manage',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ user: MemberRef, role: Role, version: Version.optional() }),
  output: Member,
  http: [{ method: 'PATCH', path: '/api/organization/members/:user' }],
  rehearsal: { input: { role: 'member' } },
})

export const removeMember = contract({
  summary: 'Remove a member from the current organization',
  realm: 'organization',
  permission: 'member:manage',
  effect: 'delete',
  needs_person: true,
  input: z.strictObject({ user: MemberRef }),
  output: RemovedMember,
  http: [{ method: 'DELETE', path: '/api/organization/members/:user' }],
})
