import { sql } from '../../../platform/postgres.ts'
import type { Tables } from '../../../platform/database-types.ts'
import { lock, visibleItems } from '../items/work-items.queries.ts'

type Row = Tables['project_labels']
export type LabelLook = Pick<Row, 'name' | 'color' | 'description'>

const live = 'w.deleted_at is null'

export const labelled = visibleItems(
  `w.project_id = :project and ${live} and w.labels @> array[:label]::text[] order by w.id limit :limit ${lock}`,
)

export const labelCounts = sql(`select coalesce(c.label, l.name) as label, coalesce(l.color, 'gray') as color,
    coalesce(l.description, '') as description, coalesce(c.items, 0) as items, coalesce(c.open, 0) as open
  from (select value as label, sum(items)::integer as items, sum(open)::integer as open from work_item_tallies
      where org_id = :org and project_id = :project and subject = 'label' group by value having sum(items) > 0) c
    full join (select name, color, description from project_labels where org_id = :org and project_id = :project) l on l.name = c.label
  order by 4 desc, 1 limit :limit`).as<Omit<LabelLook, 'name'> & { label: string; items: number; open: number }>()

const at = 'org_id = :org and project_id = :project and name = :name'

export const labelNamed = sql(`select name, color, description from project_labels where ${at} for update`).as<LabelLook>()
/** Omitted values stay as they are. */
export const keepLabel = sql(`insert into project_labels as l (org_id, project_id, name, color, description, created_at, updated_at)
  values (:org, :project, :name, coalesce(:color::text, 'gray'), coalesce(:description::text, ''), :now, :now)
  on conflict (org_id, project_id, name) do update set color = coalesce(:color::text, l.color),
    description = coalesce(:description::text, l.description), updated_at = :now returning name, color, description`).as<LabelLook>()
export const dropLabel = sql(`delete from project_labels where ${at} returning name, color, description`).as<LabelLook>()
