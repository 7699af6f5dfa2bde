import { sql } from '../../../platform/postgres.ts'
import type { LinkRow } from '../items/work-items.queries.ts'

export type RelatedRow = LinkRow & { relation: 'relates_to' | 'duplicates' | 'duplicated_by' }

export const relatedTo = sql(`select w.id, w.key, w.kind, w.title, w.status, r.relation from (
    select other_id as id, kind as relation from work_item_relations where org_id = :org and item_id = :id
    union all select item_id, case kind when 'duplicates' then 'duplicated_by' else kind end from work_item_relations where org_id = :org and other_id = :id
  ) r join work_items w on w.org_id = :org and w.id = r.id and w.deleted_at is null
  join projects p on p.org_id = w.org_id and p.id = w.project_id and p.deleted_at is null and app.sees_project(p.visibility, p.id)
  order by r.relation, w.number limit 100`).as<RelatedRow>()

/** There is at most one relation between two tasks. */
export const dropRelation = sql(`with gone as (delete from work_item_relations where org_id = :org
    and ((item_id = :item and other_id = :other) or (item_id = :other and other_id = :item)) returning 1)
  select count(*)::integer as gone from gone`).as<{ gone: number }>()
export const putRelation = sql(`insert into work_item_relations (org_id, item_id, other_id, kind, created_by, created_at)
  values (:org, :item, :other, :kind, :user, :now)`)
