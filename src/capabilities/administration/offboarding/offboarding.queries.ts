import { sql } from '../../../platform/postgres.ts'

export const offboard = sql('select app.offboard(:id, :reason, :preview, :now) as ends').as<{ ends: Record<string, number> }>()
export const organizationsOf = sql(`select o.id, o.handle, o.name, o.personal_of is not distinct from m.user_id as personal,
    m.role = 'owner' and not exists (select from memberships c join users u on u.id = c.user_id and u.closed_at is null
      where c.org_id = m.org_id and c.user_id <> m.user_id and c.role = 'owner') as last_owner
  from memberships m join organizations o on o.id = m.org_id and o.deleted_at is null and o.sandbox_of is null
  where m.user_id = :id order by o.id limit 1000`).as<{
  id: string
  handle: string
  name: string
  personal: boolean
  last_owner: boolean
}>()
export const activeAgents = sql(
  "select id from agents where org_id = :org and owner_id = :user and deleted_at is null and (status = 'active' or paused_until is not null)",
).as<{ id: string }>()
export const leasesHeld = sql(
  'select id from work_items where org_id = :org and lease_user_id = :user and lease_until > :now and deleted_at is null',
).as<{ id: string }>()
