import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page } from '../../kernel/contract.ts'
import { Handle, MemberRef, Name, stamps } from '../vocabulary.contract.ts'

const Role = z.enum(['owner', 'admin', 'member', 'viewer'])

const Organization = z.object({ id: Id, handle: z.string(), name: z.string(), personal: z.boolean(), role: Role, ...stamps })

export const Member = z.object({ user_id: Id, handle: z.string(), name: z.string(), role: Role, ...stamps })

export const createOrganization = contract({
  summary: 'Create an organization; you become its owner',
  realm: 'account',
  permission: 'self',
  effect: 'create',
  creates: { ref: 'organization', field: 'id' },
  input: z.strictObject({ name: Name, handle: Handle }),
  output: Organization,
  http: [{ method: 'POST', path: '/api/organizations' }],
  rehearsal: { input: { handle: '$new_handle' } },
})

export const listOrganizations = contract({
  summary: 'List the organizations you are a member of',
  realm: 'account',
  permission: 'self',
  effect: 'read',
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(Organization),
  http: [{ method: 'GET', path: '/api/organizations' }],
})

export const listMembers = contract({
  summary: 'List the members of the current organization',
  realm: 'organization',
  permission: 'member:read',
  effect: 'read',
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(Member),
  http: [{ method: 'GET', path: '/api/organization/members' }],
})

export const addMember = contract({
  summary: 'Add a user to the current organization by handle',
  realm: 'organization',
  permission: 'member:manage',
  effect: 'create',
  needs_person: true,
  creates: { ref: 'member', field: 'user_id' },
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
  output: Member.extend({ deleted_at: Timestamp }),
  http: [{ method: 'DELETE', path: '/api/organization/members/:user' }],
})
