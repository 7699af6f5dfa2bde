import type { OrganizationRole } from '../../kernel/context.ts'
import { sql } from '../../platform/postgres.ts'

export interface MemberRow {
  user_id: string
  handle: string
  name: string
  role: OrganizationRole
  created_at: string
  updated_at: string
  version: number
}

export interface OrganizationRow {
  id: string
  handle: string
  name: string
  personal: boolean
  role: OrganizationRole
  created_at: string
  updated_at: string
  version: number
}

export const claimHandle = sql<{ handle: string }>(
  "insert into handles (handle, kind, id) values ($1, 'organization', $2) on conflict do nothing returning handle",
)
export const insertOrganization = sql('insert into organizations (id, handle, name, created_at, updated_at) values ($1, $2, $3, $4, $4)')
export const insertLogHead = sql('insert into log_heads (org_id) values ($1)')

const organization = `select o.id, o.handle, o.name, o.personal_of is not null as personal, m.role, o.created_at, o.updated_at, o.version
  from memberships m join organizations o on o.id = m.org_id and o.deleted_at is null`
export const organizationsOf = sql<OrganizationRow>(`${organization} where m.user_id = $1 and o.id > $2 order by o.id limit $3`)
export const organizationOf = sql<OrganizationRow>(`${organization} where m.user_id = $1 and o.id = $2`)

const member = `select m.user_id, u.handle, u.name, m.role, m.created_at, m.updated_at, m.version
  from memberships m join users u on u.id = m.user_id`
export const members = sql<MemberRow>(`${member} where m.org_id = $1 and m.user_id > $2 order by m.user_id limit $3`)
export const memberByHandle = sql<MemberRow>(`${member} where m.org_id = $1 and u.handle = $2`)
export const memberById = sql<MemberRow>(`${member} where m.org_id = $1 and m.user_id = $2`)

export const userOfHandle = sql<{ id: string }>("select id from handles where handle = $1 and kind = 'user'")
export const insertMember = sql<{ user_id: string }>(`insert into memberships (org_id, user_id, role, created_at, updated_at)
  values ($1, $2, $3, $4, $4) on conflict do nothing returning user_id`)
export const updateRole = sql<{ version: number }>(`update memberships set role = $3, updated_at = $4, version = version + 1
  where org_id = $1 and user_id = $2 returning version`)
export const deleteMember = sql('delete from memberships where org_id = $1 and user_id = $2')

// Locked, so that two owners cannot leave at the same moment.
export const owners = sql<{ user_id: string }>("select user_id from memberships where org_id = $1 and role = 'owner' for update")
