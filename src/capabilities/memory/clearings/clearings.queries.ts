import type { Tables } from '../../../platform/database-types.ts'
import { sql } from '../../../platform/postgres.ts'

export type ClearingRow = Omit<Tables['memory_clearings'], 'org_id'>

const columns = `c.id, c.scope, c.scope_id, c.project_id, c.owner_id, c.up_to, c.count, c.created_by, c.created_by_agent_id, c.created_at,
  c.restored_at`
const visible = `from memory_clearings c left join projects p on p.org_id = c.org_id and p.id = c.project_id
  where c.org_id = $1 and (c.owner_id = app.user() or (p.id is not null and p.deleted_at is null and app.sees_project(p.visibility, p.id)))`

const live = 'm.deleted_at is null and m.superseded_by is null'
export const countScope = sql<{ count: number; last: number }>(`select count(*)::integer as count, coalesce(max(m.place), 0) as last
  from memories m where m.org_id = $1 and m.scope_id = $2 and ($3::uuid is null or m.owner_id = $3) and ${live}`)
export const insertClearing = sql<ClearingRow>(`insert into memory_clearings as c
    (org_id, id, scope, scope_id, project_id, owner_id, up_to, count, created_by, created_by_agent_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${columns}`)
export const clearingById = sql<ClearingRow>(`select ${columns} ${visible} and c.id = $2 for update of c`)
export const clearingOfJob = sql<ClearingRow>(`select ${columns} from memory_clearings c where c.org_id = $1 and c.id = $2 for update`)
export const clearings = sql<ClearingRow>(`select ${columns} ${visible} and c.created_at > $2 order by c.id desc limit $3`)
export const setRestored = sql('update memory_clearings set restored_at = $3 where org_id = $1 and id = $2')

// Superseded ones go and come along with the rest: history without its end would come back by itself.
export const clearSome = sql<{ count: number }>(`with going as (
    select m.id from memories m where m.org_id = $1 and m.scope_id = $2 and ($3::uuid is null or m.owner_id = $3) and m.place <= $4
      and m.deleted_at is null limit $7 for update
  ), vectors as (delete from memory_embeddings e using going g where e.org_id = $1 and e.memory_id = g.id
  ), gone as (update memories m set deleted_at = $6, clearing_id = $5, embedded_as = null, updated_at = $6, version = m.version + 1
    from going g where m.org_id = $1 and m.id = g.id returning 1)
  select count(*)::integer as count from gone`)
export const restoreSome = sql<{ count: number }>(`with coming as (
    select m.id from memories m where m.org_id = $1 and m.clearing_id = $2 limit $4 for update
  ), back as (update memories m set deleted_at = null, clearing_id = null, updated_at = $3, version = m.version + 1
    from coming c where m.org_id = $1 and m.id = c.id returning 1)
  select count(*)::integer as count from back`)
