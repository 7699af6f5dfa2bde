import { sql } from '../../platform/postgres.ts'
import { lock, visibleItems, type Kind } from './work-items.queries.ts'

const live = 'w.deleted_at is null'
export const anyByKey = visibleItems('w.key = $2')
export const anyById = visibleItems('w.id = $2')
export const anyLocked = visibleItems(`w.id = $2 ${lock}`)
// Shared, so that a parent cannot be deleted while it gets a child, and children do not wait for each other.
export const parentByKey = visibleItems(`w.key = $2 and w.kind <> 'task' and ${live} for share of w`)
export const parentById = visibleItems(`w.id = $2 and w.kind <> 'task' and ${live} for share of w`)
// Always in the order of their ids: two that lock many rows never wait for each other in a circle.
const many = (where: string) => visibleItems(`${where} order by w.id ${lock}`)
export const tasksNamed = many(`w.kind = 'task' and ${live} and (w.key = any($2::text[]) or w.id = any($3::uuid[]))`)
export const childrenOf = many(`${live} and w.parent_id = any($2::uuid[])`)
export const goneWith = many('w.deleted_with = $2 and w.deleted_at is not null')
export const labelled = visibleItems(`w.project_id = $2 and ${live} and w.labels @> array[$3]::text[] order by w.id limit $4 ${lock}`)

export const labelCounts = sql<{ label: string; items: number; open: number }>(`select label, count(*)::integer as items,
    count(*) filter (where w.status not in ('complete', 'cancelled'))::integer as open
  from work_items w cross join unnest(w.labels) label where w.org_id = $1 and w.project_id = $2 and ${live}
  group by label order by items desc, label limit $3`)

export const childCounts = sql<{ kind: Kind; items: number; closed: number }>(`with recursive down as (
    select w.id, w.kind, w.status from work_items w where w.org_id = $1 and w.parent_id = $2 and ${live}
    union all
    select w.id, w.kind, w.status from down join work_items w on w.org_id = $1 and w.parent_id = down.id and ${live}
  ) select kind, count(*)::integer as items, count(*) filter (where status in ('complete', 'cancelled'))::integer as closed from down group by kind`)

// One writer of the graph at a time in an organization: two halves of a circle cannot be drawn side by side.
export const lockGraph = sql("select pg_advisory_xact_lock(hashtextextended('dependencies ' || $1::text, 0))")
export const blockersOf = sql<{ id: string }>(
  'select blocked_by_id as id from work_item_dependencies where org_id = $1 and item_id = $2 order by blocked_by_id',
)
/** Of these tasks, one that waits, directly or not, for this one. */
export const waiterAmong = sql<{ id: string }>(`with recursive down as (
    select item_id as id from work_item_dependencies where org_id = $1 and blocked_by_id = $2
    union
    select d.item_id from down join work_item_dependencies d on d.org_id = $1 and d.blocked_by_id = down.id
  ) select id from down where id = any($3::uuid[]) limit 1`)

export const lockRanks = sql("select pg_advisory_xact_lock(hashtextextended('ranks ' || $1::text || $2::text, 0))")
const tasks = "from work_items where org_id = $1 and project_id = $2 and kind = 'task'"
export const lastNumber = sql<{ last_number: number }>('select last_number from projects where org_id = $1 and id = $2')
export const rankOf = sql<{ rank: string }>('select rank from work_items where org_id = $1 and id = $2')
export const rankAbove = sql<{ rank: string }>(`select rank ${tasks} and rank > $3 and id <> $4 order by rank limit 1`)
export const rankBelow = sql<{ rank: string }>(`select rank ${tasks} and rank < $3 and id <> $4 order by rank desc limit 1`)
export const lockGap = sql<{ id: string; rank: string; number: number }>(`select id, rank, number ${tasks}
  and ((rank > $3 and rank < $3 || '~') or id = $4) order by id for no key update`)
export const writeRanks = sql(`update work_items w set rank = n.rank from unnest($2::uuid[], $3::text[]) n (id, rank)
  where w.org_id = $1 and w.id = n.id and w.rank <> n.rank`)

/** Who works next to an item: below the same parent first. */
export const heldBeside = sql<{ key: string; title: string; until: string; user_id: string | null; agent_id: string | null }>(`select
    w.key, w.title, w.lease_until as until, w.lease_user_id as user_id, w.lease_agent_id as agent_id
  from work_items w where w.org_id = $1 and w.project_id = $2 and w.id <> $3 and w.lease_until > $4 and w.deleted_at is null
  order by (w.parent_id is not distinct from $5) desc, w.lease_until desc limit 5`)
