import { sql } from '../../../platform/postgres.ts'

export const nextNumber = sql(`update projects set last_number = last_number + 1 where org_id = :org and id = :project
  returning last_number as number, key`).as<{ number: number; key: string }>()

export const rehome =
  sql(`update work_items set project_id = :project, number = :number::integer, key = :key, former_keys = :former_keys, parent_id = null,
    milestone_id = :milestone_id, rank = lpad((:number::integer)::text, 10, '0'), updated_at = :now, version = version + 1
  where org_id = :org and id = :id`)
// The index by label contains the project of each item.
export const dropLabels = sql('delete from work_item_labels where org_id = :org and item_id = :id')
export const putLabels = sql(`insert into work_item_labels (org_id, item_id, label, project_id, number)
  select w.org_id, w.id, label, w.project_id, w.number from work_items w cross join unnest(w.labels) label where w.org_id = :org and w.id = :id`)
export const milestoneAlike = sql(`select m.id, m.name, t.id as there from milestones m
  left join milestones t on t.org_id = m.org_id and t.project_id = :project and lower(t.name) = lower(m.name)
  where m.org_id = :org and m.id = :milestone`).as<{ id: string; name: string; there: string | null }>()
