import { sql } from '../../platform/postgres.ts'

export const sourcesIn = sql<{ external_id: string; item_id: string }>(`select s.external_id, s.item_id from work_item_sources s
  join work_items w on w.org_id = s.org_id and w.id = s.item_id and w.deleted_at is null
  where s.org_id = $1 and s.project_id = $2 and s.external_id = any($3::text[])`)
export const sourcesOf = sql<{ external_id: string; item_id: string }>(
  'select external_id, item_id from work_item_sources where org_id = $1 and item_id = any($2::uuid[])',
)
// The name may have been that of an item deleted since.
export const forgetSources = sql('delete from work_item_sources where org_id = $1 and project_id = $2 and external_id = any($3::text[])')
export const insertSources = sql(`insert into work_item_sources (org_id, project_id, external_id, item_id)
  select $1, $2, one.external_id, one.item_id from unnest($3::text[], $4::uuid[]) one (external_id, item_id) on conflict do nothing`)
