import type { Tables } from '../../../platform/database-types.ts'
import { sql } from '../../../platform/postgres.ts'

export type ClearingRow = Omit<Tables['memory_clearings'], 'org_id'>

const columns = `c.id, c.scope, c.scope_id, c.project_id, c.owner_id, c.up_to, c.count, c.created_by, c.created_by_agent_id, c.created_at,
  c.restored_at`
const visible = `from memory_clearings c left join projects p on p.org_id = c.org_id and p.id = c.project_id
  where c.org_id = :org and (c.owner_id = app.owner() or (p.id is not null and p.deleted_at is null and app.sees_project(p.visibility, p.id)))`

const live = 'm.deleted_at is null and m.superseded_by is null'
export const countScope = sql(`select count(*)::integer as count, coalesce(max(m.place), 0) as last
  from memories m where m.org_id = :org and m.scope_id = :scope_id and (:owner_id::uuid is null or m.owner_id = :owner_id) and ${live}`).as<{
  count: number
  last: number
}>()
export const insertClearing = sql(`insert into memory_clearings as c
    (org_id, id, scope, scope_id, project_id, owner_id, up_to, count, created_by, created_by_agent_id, created_at)
  values (:org, :id, :scope, :scope_id, :project_id, :owner_id, :up_to, :count, :user, :agent, :now) returning ${columns}`).as<ClearingRow>()
export const clearingById = sql(`select ${columns} ${visible} and c.id = :id for update of c`).as<ClearingRow>()
export const clearingOfJob = sql(
  `select ${columns} from memory_clearings c where c.org_id = :org and c.id = :id for update`,
).as<ClearingRow>()
export const clearings = sql(`select ${columns} ${visible} and c.created_at > :since order by c.id desc limit :limit`).as<ClearingRow>()
export const setRestored = sql('update memory_clearings set restored_at = :now where org_id = :org and id = :id')

// Superseded memories are cleared and restored along with the rest: without its successor, an old version would resurface by itself.
export const clearSome = sql(`with going as (
    select m.id from memories m where m.org_id = :org and m.scope_id = :scope_id and (:owner_id::uuid is null or m.owner_id = :owner_id) and m.place <= :last
      and m.deleted_at is null limit :limit for update
  ), vectors as (delete from memory_embeddings e using going g where e.org_id = :org and e.memory_id = g.id
  ), gone as (update memories m set deleted_at = :now, clearing_id = :clearing, embedded_as = null, updated_at = :now, version = m.version + 1
    from going g where m.org_id = :org and m.id = g.id returning 1)
  select count(*)::integer as count from gone`).as<{ count: number }>()
export const restoreSome = sql(`with coming as (
    select m.id from memories m where m.org_id = :org and m.clearing_id = :id limit :limit for update
  ), back as (update memories m set deleted_at = null, clearing_id = null, updated_at = :now, version = m.version + 1
    from coming c where m.org_id = :org and m.id = c.id returning 1)
  select count(*)::integer as count from back`).as<{ count: number }>()
