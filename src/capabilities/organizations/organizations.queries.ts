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
  sandbox: boolean
  role: OrganizationRole
  deleted_at: string | null
  created_at: string
  updated_at: string
  version: number
}

export const claimHandle = sql<{ handle: string }>(
  "insert into handles (handle, kind, id) values ($1, 'organization', $2) on conflict do nothing returning handle",
)
export const insertOrganization = sql('insert into organizations (id, handle, name, created_at, updated_at) values ($1, $2, $3, $4, $4)')
export const insertLogHead = sql('insert into log_heads (org_id) values ($1)')

export const handleOf = sql<{ id: string }>('select id from handles where handle = $1')
export const updateOrganization = sql(
  'update organizations set name = $2, handle = $3, updated_at = $4, version = version + 1 where id = $1',
)
export const setDeleted = sql('update organizations set deleted_at = $2, updated_at = $3, version = version + 1 where id = $1')

const organization = `select o.id, o.handle, o.name, o.personal_of is not null as personal, o.sandbox_of is not null as sandbox, m.role, o.deleted_at, o.created_at, o.updated_at, o.version
  from memberships m join organizations o on o.id = m.org_id`
export const organizationsOf = sql<OrganizationRow>(`${organization} where m.user_id = $1 and o.id > $2 and (o.deleted_at is not null) = $4
  order by o.id limit $3`)
export const organizationOf = sql<OrganizationRow>(`${organization} where m.user_id = $1 and o.id = $2`)
export const organizationByHandle = sql<OrganizationRow>(`${organization} where m.user_id = $1 and o.handle = $2`)

// Sandboxes that a reset has put aside stand among the deleted as well.
export const organizationsToErase = sql<{ id: string }>(`select o.id from organizations o where o.deleted_at < $1
    and (o.personal_of is null or exists (select from memberships m where m.org_id = o.id)) order by o.deleted_at limit 20`)
export const eraseOrganization = sql<{ removed: number }>('select app.erase_organization($1, $2, $3) as removed')

const member = `select m.user_id, u.handle, u.name, m.role, m.created_at, m.updated_at, m.version
  from memberships m join users u on u.id = m.user_id`
export const members = sql<MemberRow>(`${member} where m.org_id = $1 and m.user_id > $2 order by m.user_id limit $3`)
export const memberByHandle = sql<MemberRow>(`${member} where m.org_id = $1 and u.handle = $2`)
export const memberById = sql<MemberRow>(`${member} where m.org_id = $1 and m.user_id = $2`)

export const membersByHandles = sql<{ user_id: string }>(`select m.user_id from memberships m join users u on u.id = m.user_id
  where m.org_id = $1 and u.handle = any($2::text[]) order by m.user_id`)

/** Whoever left or was erased is named as far as the wall lets the reader see them. */
export const peopleByIds = sql<{ id: string; handle: string; name: string }>(
  'select id, handle, name from users where id = any($1::uuid[])',
)

export const userOfHandle = sql<{ id: string }>("select id from handles where handle = $1 and kind = 'user'")
export const insertMember = sql<{ user_id: string }>(`insert into memberships (org_id, user_id, role, created_at, updated_at)
  values ($1, $2, $3, $4, $4) on conflict do nothing returning user_id`)
export const updateRole = sql<{ version: number }>(`update memberships set role = $3, updated_at = $4, version = version + 1
  where org_id = $1 and user_id = $2 returning version`)
export const deleteMember = sql('delete from memberships where org_id = $1 and user_id = $2')

// Locked first and read by a statement of its own, which sees what whoever held the lock has done: an owner who has just closed their account
// has changed no membership.
export const lockOwners = sql("select from memberships where org_id = $1 and role = 'owner' order by user_id for update")
export const owners = sql<{ user_id: string }>(`select m.user_id from memberships m join users u on u.id = m.user_id and u.closed_at is null
  where m.org_id = $1 and m.role = 'owner'`)

export const clearPersonal = sql('select app.clear_personal_organization($1)')
