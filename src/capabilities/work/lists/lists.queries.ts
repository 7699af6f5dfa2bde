import { list, plannedEachTime, plannedOnce, sql } from '../../../platform/postgres.ts'
import { keyedAmong } from '../../keyed.ts'
import { keyColumns, orderBy, type Order } from './list-sort.ts'
import {
  assignee,
  blockedColumn,
  cardFields,
  lock,
  openQuestions,
  project,
  proof,
  readyColumn,
  task,
  taskRow,
  visibleItems,
  type Assignee,
  type LinkRow,
  type Proof,
  type TaskRow,
} from '../items/work-items.queries.ts'

/** A task as a card for boards and agents, as a row, or with all its fields. */
export type Form = 'card' | 'row' | 'whole'

export interface CardRow extends Pick<TaskRow, (typeof cardFields)[number]> {
  assignee: Assignee | null
  assignee_agent: string | null
  deleted_at: string | null
  held_by: string | null
  lease_until: string | null
  blocked: boolean
  open_questions: number
  ready: boolean
  proof: Proof
  proof_covers: string[]
}

const handle = (id: string) => `(select u.handle from users u where u.id = ${id})`
const slug = (id: string) => `(select a.slug from agents a where a.org_id = w.org_id and a.id = ${id})`
const live = (now: string, value: string) => `case when w.lease_until > ${now} then ${value} end`
export const card = (now: string) => `${list(cardFields, 'w.')},
  ${assignee}, ${slug('w.assignee_agent_id')} as assignee_agent, w.deleted_at,
  ${live(now, `coalesce(${slug('w.lease_agent_id')}, ${handle('w.lease_user_id')})`)} as held_by, ${live(now, 'w.lease_until')} as lease_until,
  ${blockedColumn}, ${readyColumn(now)}, ${openQuestions}, ${proof}`

export const projectNamed = (slug: string) =>
  `(select p.id from projects p where p.org_id = :org and p.slug = ${slug} and p.deleted_at is null and app.sees_project(p.visibility, p.id))`

/** How many tasks of a project have a status, or a status and a label: sums of tallies that are updated with every change of a task. */
export const talliedTasks = sql(`select coalesce(sum(t.items), 0)::integer as count from work_item_tallies t
  where t.org_id = :org and t.project_id = :project and t.subject = 'task' and (:statuses::text[] is null or t.value = any(:statuses))`).as<{
  count: number
}>()
/** For a project by slug that hasn't been looked up, whatever the status. */
export const talliedNamed = plannedOnce(`select coalesce(sum(t.items), 0)::integer as count from work_item_tallies t
  where t.org_id = :org and t.project_id = ${projectNamed(':slug')} and t.subject = 'task'`).as<{ count: number }>()
export const talliedLabel = sql(`select coalesce(sum(t.items), 0)::integer as count from work_item_tallies t
  where t.org_id = :org and t.project_id = :project and t.subject = 'label' and t.value = :label and t.status is not null
    and (:statuses::text[] is null or t.status = any(:statuses))`).as<{ count: number }>()

/** A label is unique per item, so the join duplicates nothing, and the label's own index can provide the order. */
const labelled = (labels: readonly string[]) =>
  labels
    .map((label, place) => {
      const l = `l${place}`
      return `join work_item_labels ${l} on ${l}.org_id = w.org_id and ${l}.item_id = w.id and ${l}.project_id = w.project_id
        and ${l}.label = ${label}`
    })
    .join(' ')

const there = (deleted = false, item = 'w') => `${item}.deleted_at is ${deleted ? 'not ' : ''}null`

export const titled = (words: string, projects: string, max: string) =>
  `select app.titled_tasks(${words}, ${projects}::uuid[], ${max}::integer)`
export const newestTitled = (words: string, project: string, before: string, limit: string) =>
  `select app.newest_titled_tasks(${words}, ${project}::uuid, ${before}::integer, ${limit}::integer)`
/** For a task met along an order: a title with the word contains its letters, which rules out most others sooner. */
export const hasWords = (words: string) =>
  `strpos(lower(w.title), coalesce((regexp_match(to_tsquery('simple', ${words})::text, '^''([a-z0-9]+)''[:]\\*'))[1], '')) > 0
    and to_tsvector('simple', w.title) @@ to_tsquery('simple', ${words})`
/** The newest items of a project by key prefix, which is a range of numbers for each possible length. */
export const numbered = (key: string, firsts: string, lasts: string, max: string, deleted: boolean) =>
  `(select k.id from projects q cross join unnest(array['epic', 'story', 'task']) as t (kind)
    cross join unnest(${firsts}::integer[], ${lasts}::integer[]) as r (first, last) cross join lateral (
      select k.id, k.number from work_items k where k.org_id = :org and k.project_id = q.id and k.kind = t.kind and ${there(deleted, 'k')}
        and k.number between r.first and r.last order by k.number desc limit ${max}::integer) k
    where q.org_id = :org and q.key = ${key} order by k.number desc limit ${max}::integer)`

const seen = 'p.org_id = w.org_id and p.deleted_at is null and app.sees_project(p.visibility, p.id)'

export interface Wanted {
  form: Form
  conditions: readonly string[]
  labels: readonly string[]
  order: Order
  /** `project`: one that was named; `each`: the first rows of every project, merged; `flat`: all projects at once. */
  place: 'project' | 'each' | 'flat'
  now: string
  /** Lists deleted items instead of live ones. */
  deleted?: boolean | undefined
  /** Nothing but the project and the kind narrows it. */
  plain: boolean
  /** Scans only so many tasks: the first of the project, in this order, that meet these conditions. */
  walked?: Walked | undefined
}
export interface Walked {
  conditions: readonly string[]
  most: string
}

/** Unfiltered lists have few texts, and one plan by one index suits all. Filtered ones are planned for their values each time, and never kept. */
export const planFor = (plain: boolean) => (plain ? plannedOnce : plannedEachTime)

/** A list's statement depends on its filters. Every one has :org and :limit. */
export function listStatement({ form, conditions, labels, order, place, now, deleted, plain, walked }: Wanted) {
  const planned = planFor(plain)
  const columns =
    form === 'whole' && order.fields ? task : `${form === 'card' ? card(now) : form === 'row' ? taskRow : task}, ${keyColumns(order)}`
  const where = ['w.org_id = :org', there(deleted), ...conditions].join(' and ')
  const rows = `work_items w ${labelled(labels)}`
  const sorted = `order by ${orderBy(order)} limit :limit`
  if (walked) {
    const met = `select w.* from work_items w where ${walk(walked.conditions)} order by ${orderBy(order)} limit ${walked.most}::integer`
    return planned(`select ${columns} from (${met}) w where ${where} ${sorted}`).as<CardRow | TaskRow>()
  }
  if (place === 'project') return planned(`select ${columns} from ${rows} where ${where} ${sorted}`).as<CardRow | TaskRow>()
  if (place === 'flat') {
    return planned(`select ${columns} from ${rows} ${project} and app.sees_project(p.visibility, p.id)
      where ${where} ${sorted}`).as<CardRow | TaskRow>()
  }
  return planned(`select ${columns} from projects p cross join lateral (
      select w.* from ${rows} where ${where} and w.project_id = p.id ${sorted}
    ) w where p.org_id = :org and ${seen} ${sorted}`).as<CardRow | TaskRow>()
}

const walk = (conditions: readonly string[]) =>
  `w.org_id = :org and w.kind = 'task' and w.deleted_at is null and ${conditions.join(' and ')}`
/** Whether there are more tasks than were scanned. */
export const beyondWalk = (conditions: readonly string[], order: Order, most: string) =>
  plannedEachTime(`select from work_items w where ${walk(conditions)} order by ${orderBy(order)} offset ${most}::integer limit 1`)

/** How many there are, up to the limit. */
export function countStatement({ conditions, labels, place, deleted, plain }: Omit<Wanted, 'form' | 'order' | 'now'>) {
  const visible = place === 'project' ? '' : `${project} and app.sees_project(p.visibility, p.id)`
  return planFor(plain)(`select count(*)::integer as count from (select from work_items w ${labelled(labels)} ${visible}
    where ${['w.org_id = :org', there(deleted), ...conditions].join(' and ')} limit :limit) one`).as<{ count: number }>()
}

const tasksOf = "w.org_id = :org and w.project_id = :project and w.kind = 'task' and w.deleted_at is null"
/** The first rows of every status, up to the limit. */
export const rowsByStatus = (order: Order) =>
  sql(`select k.* from unnest(:statuses::text[]) as s (value) cross join lateral (
      select ${taskRow}, ${keyColumns(order)} from work_items w where ${tasksOf} and w.status = s.value order by ${orderBy(order)} limit :limit
    ) k`).as<TaskRow>()

/** Who has tasks in this project, found by skipping along the index from one assignee to the next. */
const assigned = (column: 'assignee_id' | 'assignee_agent_id', names: string) => {
  const next = (
    beyond: string,
  ) => `select w.${column} as id from work_items w where w.org_id = :org and w.project_id = :project and w.kind = 'task'
    and w.deleted_at is null and w.${column} is not null ${beyond} order by w.${column} limit 1`
  return sql(`with recursive one as (
      (${next('')}) union all select (${next(`and w.${column} > one.id`)}) from one where one.id is not null
    ) select n.id, n.name from one join (${names}) n on n.id = one.id order by n.name limit 50`).as<{ id: string; name: string }>()
}
export const peopleOf = assigned('assignee_id', 'select u.id, u.handle as name from users u')
export const agentsOf = assigned('assignee_agent_id', 'select a.id, a.slug as name from agents a where a.org_id = :org')

export const storiesOf = sql(`select w.id from work_items w where w.org_id = :org and w.parent_id = :id and w.kind = 'story'
  and w.deleted_at is null order by w.number desc limit 1000`).as<{ id: string }>()

const link = 'w.id, w.key, w.kind, w.title, w.status, w.number'
export type BranchRow = LinkRow & { number: number }
export const topItems = sql(`select ${link} from work_items w
  where w.org_id = :org and w.project_id = :parent and w.parent_id is null and w.deleted_at is null and w.number > :after order by w.number limit :limit`).as<BranchRow>()
/** The index is ordered within each kind: reads the first rows of each kind and merges them. */
const kinds = "unnest(array['epic', 'story', 'task']) as k (kind)"
export const childItems = sql(`select c.* from ${kinds} cross join lateral (select ${link} from work_items w
    where w.org_id = :org and w.parent_id = :parent and w.kind = k.kind and w.deleted_at is null and w.number > :after order by w.number limit :limit) c
  order by c.number limit :limit`).as<BranchRow>()
/** The first children of each of these, up to the limit. */
export const childrenOfEach = sql(`select c.* from unnest(:parents::uuid[]) with ordinality as p (id, place)
  cross join lateral (select b.* from ${kinds} cross join lateral (select ${link}, w.parent_id from work_items w
      where w.org_id = :org and w.parent_id = p.id and w.kind = k.kind and w.deleted_at is null order by w.number limit :limit) b
    order by b.number limit :limit) c
  order by p.place, c.number`).as<BranchRow & { parent_id: string }>()

export const itemsByKey = visibleItems(`${keyedAmong(':keys')} and w.deleted_at is null`)
export const itemsById = visibleItems('w.id = any(:ids::uuid[]) and w.deleted_at is null')
export const lockedItems = visibleItems(`w.id = any(:ids::uuid[]) and w.deleted_at is null order by w.id ${lock}`)

export interface ExportRow extends TaskRow {
  kind_order: number
  parent_key: string | null
}
// Three ranges of one index, one after the other: a page can begin anywhere and takes as long as any other.
export const itemsInOrder = sql(`select ${task}, k.place::integer as kind_order,
    (select parent.key from work_items parent where parent.org_id = w.org_id and parent.id = w.parent_id and parent.deleted_at is null) as parent_key
  from (values ('epic', 0), ('story', 1), ('task', 2)) k (kind, place) cross join lateral (
    select w.* from work_items w where w.org_id = :org and w.project_id = :project and w.kind = k.kind and w.deleted_at is null
      and k.place >= :kind_order and (w.rank, w.number) > (case when k.place = :kind_order then :rank::text else '' end, case when k.place = :kind_order then :number::integer else 0 end)
    order by w.rank, w.number limit :limit
  ) w order by k.place, w.rank, w.number limit :limit`).as<ExportRow>()
export const blockersOfEach = sql(`with drawn as materialized (
    select item_id, blocked_by_id from work_item_dependencies where org_id = :org and item_id = any(:ids::uuid[])
  )
  select d.item_id, w.id, w.key, w.project_id
  from drawn d cross join lateral (select b.* from work_items b where b.org_id = :org and b.id = d.blocked_by_id offset 0) w ${project}
  where w.deleted_at is null and app.sees_project(p.visibility, p.id) order by w.number, w.id`).as<{
  item_id: string
  id: string
  key: string
  project_id: string
}>()
