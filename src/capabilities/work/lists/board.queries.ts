import { keyColumns, orderBy } from './list-sort.ts'
import { card, planFor, type CardRow, type Wanted } from './lists.queries.ts'

interface Columns extends Omit<Wanted, 'form' | 'place' | 'deleted'> {
  /** The condition of a column, with `c.value` as the column's value. */
  column: string
  /** Whether the counts come from tallies: those of a status, or of a status and the one label. */
  tallied: boolean
}

type Row = Omit<CardRow, 'id'> & { id: string | null; column_value: string; column_count: number }

/** The columns of a board, each with its count up to `:max_counted` and its first cards up to the limit. */
export function boardStatement({ conditions, labels, order, now, plain, column, tallied }: Columns) {
  const [label] = labels
  const everywhere = ['w.org_id = :org', 'w.deleted_at is null', ...conditions]
  const where = (label ? [...everywhere, `w.labels @> array[${labels.join(', ')}]::text[]`] : everywhere).join(' and ')
  // With a known count, the scan stops at the last row instead of at the end of the column.
  const sorted = `order by ${orderBy(order)} limit ${tallied ? 'least(:limit, n.count)' : ':limit'}`
  const along = `work_items w where ${where} and ${column}`
  const oneByOne = label
    ? `select from held w where ${column} union all select from ${along} and (select s.many from size s)`
    : `select from ${along}`
  const counted = tallied
    ? `select least(coalesce(sum(t.items), 0), :max_counted)::integer as count from work_item_tallies t where t.org_id = :org and t.project_id = :project_id
        and ${label ? `t.subject = 'label' and t.value = ${label} and t.status = c.value` : "t.subject = 'task' and t.value = c.value"}`
    : `select count(*)::integer as count from (${oneByOne} limit :max_counted) one`
  const cards = label
    ? `((select w.id from held w where ${column} ${sorted}) union all (select w.id from ${along} and (select s.many from size s) ${sorted})) i
        cross join lateral (select w.* from work_items w where w.org_id = :org and w.id = i.id offset 0) w`
    : `${along} ${sorted}`
  return planFor(plain)(`${label ? withLabel(label, where) : ''} select c.value as column_value, n.count as column_count, k.*
    from unnest(:columns::text[]) with ordinality as c (value, place) cross join lateral (${counted}) n
    left join lateral (select ${card(now)}, ${keyColumns(order)} from ${cards}) k on true
    order by c.place, ${order.keys.map((_, place) => `k.sort_${place}`).join(', ')}`).as<Row>()
}

/**
 * The tasks of a label are read and sorted if they are few; if they are many, walking along the order soon meets the first ones of a column. The
 * planner can't tell: it takes statuses and labels of a project to be as rare as all of them together are. Reading costs as much as the label has
 * tasks, walking as much as there are tasks for each of the label's, some forty times for all columns.
 */
const withLabel = (label: string, where: string) => `with size as materialized (
    select coalesce(sum(t.items) filter (where t.subject = 'label'), 0) ^ 2 > 40 * coalesce(sum(t.items) filter (where t.subject = 'task'), 0) as many
    from work_item_tallies t where t.org_id = :org and t.project_id = :project_id and (t.subject = 'task' or t.subject = 'label' and t.value = ${label})
  ), held as materialized (
    select w.* from work_item_labels l cross join lateral (select w.* from work_items w where w.org_id = l.org_id and w.id = l.item_id and ${where} offset 0) w
    where l.org_id = :org and l.project_id = :project_id and l.label = ${label} and not (select s.many from size s)
  )`
