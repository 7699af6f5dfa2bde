import { sql } from '../../platform/postgres.ts'
import type { Filters } from '../work-items/lists/list-filters.ts'

export interface ViewRow {
  id: string
  owner_id: string
  name: string
  shared: boolean
  layout: 'board' | 'list' | 'timeline' | 'tree'
  group_by: 'status' | 'priority' | 'assignee' | null
  sort: 'newest' | 'rank' | 'priority' | 'due' | 'updated' | null
  filters: Filters
  project_ids: string[]
  created_at: string
  updated_at: string
  deleted_at: string | null
  version: number
}

const columns = `v.id, v.owner_id, v.name, v.shared, v.layout, v.group_by, v.sort, v.filters, v.project_ids,
  v.created_at, v.updated_at, v.deleted_at, v.version`
// One's own or shared; and whoever does not see every project it names does not see it.
const visible = `v.org_id = $1 and v.deleted_at is null and (v.shared or v.owner_id = app.user())
  and not exists (select from unnest(v.project_ids) named (id) left join projects p on p.org_id = v.org_id and p.id = named.id
    where p.id is null or p.deleted_at is not null or not app.sees_project(p.visibility, p.id))`

export const viewById = sql<ViewRow>(`select ${columns} from saved_views v where ${visible} and v.id = $2`)
export const lockedView = sql<ViewRow>(`select ${columns} from saved_views v where ${visible} and v.id = $2 for update of v`)
export const views = sql<ViewRow>(`select ${columns} from saved_views v
  where ${visible} and v.id < $2 and ($3::uuid is null or $3 = any(v.project_ids)) order by v.id desc limit $4`)

export const insertView = sql<ViewRow>(`insert into saved_views as v
    (org_id, id, owner_id, name, shared, layout, group_by, sort, filters, project_ids, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) returning ${columns}`)
export const updateView =
  sql<ViewRow>(`update saved_views v set name = $3, shared = $4, layout = $5, group_by = $6, sort = $7, filters = $8,
    project_ids = $9, deleted_at = $10, updated_at = $11, version = version + 1
  where v.org_id = $1 and v.id = $2 returning ${columns}`)
