import { sql } from '../../../platform/postgres.ts'
import { keyed, keyedAmong } from '../../keyed.ts'
import { completed, counted } from '../../progress.ts'
import { lock, visibleItems, type Kind } from './work-items.queries.ts'

const live = 'w.deleted_at is null'
export const anyByKey = visibleItems(keyed(':name'))
export const anyById = visibleItems('w.id = :name')
export const anyLocked = visibleItems(`w.id = :id ${lock}`)
// A share lock: a parent can't be deleted while it gets a child, and children don't wait for each other.
export const parentByKey = visibleItems(`${keyed(':name')} and w.kind <> 'task' and ${live} for share of w`)
export const parentById = visibleItems(`w.id = :name and w.kind <> 'task' and ${live} for share of w`)
// Always in id order: two transactions that lock many rows can't deadlock.
const many = <Where extends string>(where: Where) => visibleItems(`${where} order by w.id ${lock}`)
export const tasksNamed = many(`w.kind = 'task' and ${live} and (${keyedAmong(':keys')} or w.id = any(:ids::uuid[]))`)
export const childrenOf = many(`${live} and w.parent_id = any(:parents::uuid[])`)
export const goneWith = many('w.deleted_with = :id and w.deleted_at is not null')
// Nothing is deeper than a task of a story of an epic. With an unbounded recursion, the planner reads whole projects to be ready for it.
export const childCounts = sql(`with children as materialized (
    select w.id, w.kind, w.status from work_items w where w.org_id = :org and w.parent_id = :item and ${live}
  ), down as (
    select kind, status from children
    union all select w.kind, w.status from children c cross join lateral (
      select w.kind, w.status from work_items w where w.org_id = :org and w.parent_id = c.id and ${live} offset 0) w where c.kind <> 'task'
  ) select kind, count(*)::integer as items, count(*) filter (where status in ('complete', 'cancelled'))::integer as closed,
    ${completed('down')} as complete, ${counted('down')} as total from down group by kind`).as<{
  kind: Kind
  items: number
  closed: number
  complete: number
  total: number
}>()

// One writer of the graph per organization at a time: otherwise two of them could each add one half of a cycle.
export const lockGraph = sql("select pg_advisory_xact_lock(hashtextextended('dependencies ' || :org::text, 0))")
export const blockersOf = sql(
  'select blocked_by_id as id from work_item_dependencies where org_id = :org and item_id = :item order by blocked_by_id',
).as<{ id: string }>()
/** One of these tasks that waits, directly or indirectly, for this one. */
export const waiterAmong = sql(`with recursive down as (
    select item_id as id from work_item_dependencies where org_id = :org and blocked_by_id = :item
    union
    select d.item_id from down join work_item_dependencies d on d.org_id = :org and d.blocked_by_id = down.id
  ) select id from down where id = any(:ids::uuid[]) limit 1`).as<{ id: string }>()

export const lockRanks = sql("select pg_advisory_xact_lock(hashtextextended('ranks ' || :org::text || :project_id::text, 0))")
const tasks = "from work_items where org_id = :org and project_id = :project_id and kind = 'task'"
export const lastNumber = sql('select last_number from projects where org_id = :org and id = :project').as<{ last_number: number }>()
export const rankOf = sql('select rank from work_items where org_id = :org and id = :id').as<{ rank: string }>()
export const rankAbove = sql(`select rank ${tasks} and rank > :rank and id <> :id order by rank limit 1`).as<{ rank: string }>()
export const rankBelow = sql(`select rank ${tasks} and rank < :rank and id <> :id order by rank desc limit 1`).as<{ rank: string }>()
export const lockGap = sql(`select id, rank, number ${tasks}
  and ((rank > :gap and rank < :gap || '~') or id = :id) order by id for no key update`).as<{ id: string; rank: string; number: number }>()
export const writeRanks = sql(`update work_items w set rank = n.rank from unnest(:ids::uuid[], :ranks::text[]) n (id, rank)
  where w.org_id = :org and w.id = n.id and w.rank <> n.rank`)

/** Who is working near an item: first those below the same parent. */
export const heldBeside = sql(`select
    w.key, w.title, w.lease_until as until, w.lease_user_id as user_id, w.lease_agent_id as agent_id
  from work_items w where w.org_id = :org and w.project_id = :project_id and w.id <> :id and w.lease_until > :now and w.deleted_at is null
  order by (w.parent_id is not distinct from :parent_id) desc, w.lease_until desc limit 5`).as<{
  key: string
  title: string
  until: string
  user_id: string | null
  agent_id: string | null
}>()
