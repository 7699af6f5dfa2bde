import { sql } from '../../../platform/postgres.ts'
import type { z } from 'zod'
import type { Filters } from '../lists/list-filters.ts'
import type { GroupBy } from '../lists/lists.contract.ts'

export interface ViewRow {
  id: string
  owner_id: string
  name: string
  shared: boolean
  layout: 'board' | 'list' | 'timeline' | 'tree'
  group_by: z.output<typeof GroupBy> | null
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
// Own or shared views, but not for somebody who can't see every project they name.
const visible = `v.org_id = :org and v.deleted_at is null and (v.shared or v.owner_id = app.owner())
  and not exists (select from unnest(v.project_ids) named (id) left join projects p on p.org_id = v.org_id and p.id = named.id
    where p.id is null or p.deleted_at is not null or not app.sees_project(p.visibility, p.id))`

export const viewById = sql(`select ${columns} from saved_views v where ${visible} and v.id = :id`).as<ViewRow>()
export const lockedView = sql(`select ${columns} from saved_views v where ${visible} and v.id = :id for update of v`).as<ViewRow>()
export const views = sql(`select ${columns} from saved_views v
  where ${visible} and v.id < :before and (:within::uuid is null or :within = any(v.project_ids)) order by v.id desc limit :limit`).as<ViewRow>()

export const insertView = sql(`insert into saved_views as v
    (org_id, id, owner_id, name, shared, layout, group_by, sort, filters, project_ids, created_at, updated_at)
  values (:org, :id, :user, :name, :shared, :layout, :group_by, :sort, :filters, :projects, :now, :now) returning ${columns}`).as<ViewRow>()
export const updateView =
  sql(`update saved_views v set name = :name, shared = :shared, layout = :layout, group_by = :group_by, sort = :sort, filters = :filters,
    project_ids = :project_ids, deleted_at = :deleted_at, updated_at = :now, version = version + 1
  where v.org_id = :org and v.id = :id returning ${columns}`).as<ViewRow>()
