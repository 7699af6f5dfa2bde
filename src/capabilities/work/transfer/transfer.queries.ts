import { sql } from '../../../platform/postgres.ts'

export const sourcesIn = sql(`select s.external_id, s.item_id from work_item_sources s
  join work_items w on w.org_id = s.org_id and w.id = s.item_id and w.deleted_at is null
  where s.org_id = :org and s.project_id = :project and s.external_id = any(:names::text[])`).as<{ external_id: string; item_id: string }>()
export const sourcesOf = sql(
  'select external_id, item_id from work_item_sources where org_id = :org and item_id = any(:items::uuid[])',
).as<{ external_id: string; item_id: string }>()
// The name may have belonged to an item that has been deleted since.
export const deleteSources = sql(
  'delete from work_item_sources where org_id = :org and project_id = :project and external_id = any(:names::text[])',
)
export const insertSources = sql(`insert into work_item_sources (org_id, project_id, external_id, item_id)
  select :org, :project, one.external_id, one.item_id from unnest(:names::text[], :items::uuid[]) one (external_id, item_id) on conflict do nothing`)
