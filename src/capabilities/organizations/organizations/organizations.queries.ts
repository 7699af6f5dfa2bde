import type { OrganizationRole } from '../../../kernel/context.ts'
import { sql } from '../../../platform/postgres.ts'

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

export const claimHandle = sql(
  "insert into handles (handle, kind, id) values (:handle, 'organization', :id) on conflict do nothing returning handle",
).as<{ handle: string }>()
export const insertOrganization = sql(
  'insert into organizations (id, handle, name, created_at, updated_at) values (:id, :handle, :name, :now, :now)',
)
export const insertLogHead = sql('insert into log_heads (org_id) values (:org)')

export const handleOf = sql('select id from handles where handle = :handle').as<{ id: string }>()
export const updateOrganization = sql(
  'update organizations set name = :name, handle = :handle, updated_at = :now, version = version + 1 where id = :id',
)
export const setDeleted = sql('update organizations set deleted_at = :deleted_at, updated_at = :now, version = version + 1 where id = :id')

const organization = `select o.id, o.handle, o.name, o.personal_of is not null as personal, o.sandbox_of is not null as sandbox, m.role, o.deleted_at, o.created_at, o.updated_at, o.version
  from memberships m join organizations o on o.id = m.org_id`
export const organizationsOf = sql(`${organization} where m.user_id = :user and o.id > :after and (o.deleted_at is not null) = :deleted
  order by o.id limit :limit`).as<OrganizationRow>()
export const organizationOf = sql(`${organization} where m.user_id = :user and o.id = :name`).as<OrganizationRow>()
export const organizationByHandle = sql(`${organization} where m.user_id = :user and o.handle = :name`).as<OrganizationRow>()

// Sandboxes that a reset has set aside are among the deleted ones too.
export const organizationsToErase = sql(`select o.id from organizations o where o.deleted_at < :before
    and (o.personal_of is null or exists (select from memberships m where m.org_id = o.id)) order by o.deleted_at limit 20`).as<{
  id: string
}>()
export const eraseOrganization = sql('select app.erase_organization(:id, :before, :limit) as removed').as<{ removed: number }>()

const member = `select m.user_id, u.handle, u.name, m.role, m.created_at, m.updated_at, m.version
  from memberships m join users u on u.id = m.user_id`
export const members = sql(`${member} where m.org_id = :org and m.user_id > :user order by m.user_id limit :limit`).as<MemberRow>()
export const memberByHandle = sql(`${member} where m.org_id = :org and u.handle = :name`).as<MemberRow>()
export const memberById = sql(`${member} where m.org_id = :org and m.user_id = :name`).as<MemberRow>()

export const membersByHandles = sql(`select m.user_id from memberships m join users u on u.id = m.user_id
  where m.org_id = :org and u.handle = any(:handles::text[]) order by m.user_id`).as<{ user_id: string }>()

/** People who left or were erased are included as far as row-level security lets the reader see them. */
export const peopleByIds = sql('select id, handle, name from users where id = any(:ids::uuid[])').as<{
  id: string
  handle: string
  name: string
}>()

export const userOfHandle = sql("select id from handles where handle = :user and kind = 'user'").as<{ id: string }>()
export const insertMember = sql(`insert into memberships (org_id, user_id, role, created_at, updated_at)
  values (:org, :user, :role, :now, :now) on conflict do nothing returning user_id`).as<{ user_id: string }>()
export const updateRole = sql(`update memberships set role = :role, updated_at = :now, version = version + 1
  where org_id = :org and user_id = :user returning version`).as<{ version: number }>()
export const deleteMember = sql('delete from memberships where org_id = :org and user_id = :user_id')

// Locked first and read by a separate statement, which sees what the previous holder of the lock committed: an owner who has just closed
// their account has changed no membership.
export const lockOwners = sql("select from memberships where org_id = :org and role = 'owner' order by user_id for update")
export const owners = sql(`select m.user_id from memberships m join users u on u.id = m.user_id and u.closed_at is null
  where m.org_id = :org and m.role = 'owner'`).as<{ user_id: string }>()

export const clearPersonal = sql('select app.clear_personal_organization(:user)')
