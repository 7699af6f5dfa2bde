import type { Tables } from '../../platform/database-types.ts'
import { sql } from '../../platform/postgres.ts'

type Row = Tables['work_items']
export type Assignee = { id: string; name: string } & ({ kind: 'person'; handle: string } | { kind: 'agent'; slug: string })
export type Kind = Row['kind']
export type Status = Row['status']

/** What a caller sees of every kind of item: neither the lease, which only a task has, nor what the database derives. */
export type ItemRow = { assignee: Assignee | null } & Omit<
  Row,
  | 'org_id'
  | 'title_key'
  | 'priority_order'
  | 'lease_holder'
  | 'lease_fence'
  | 'lease_until'
  | 'lease_from'
  | 'lease_user_id'
  | 'lease_agent_id'
  | 'lease_instance_id'
  | 'lease_warned_until'
  | 'fence'
  | 'completed_by'
  | 'completed_by_agent_id'
  | 'deleted_with'
>

export interface TaskRow extends ItemRow, Pick<Row, 'lease_holder' | 'lease_until' | 'lease_agent_id'> {
  blocked: boolean
}

type Rule =
  | 'lease_from'
  | 'lease_fence'
  | 'lease_user_id'
  | 'lease_instance_id'
  | 'fence'
  | 'completed_by'
  | 'completed_by_agent_id'
  | 'deleted_with'

/** What a rule needs beside what a caller sees; the fence never leaves by a read. `lease_fence` counts leases, `fence` is the secret of one. */
export interface FullRow extends TaskRow, Pick<Row, Rule> {
  project_slug: string
  project_archived_at: string | null
}

export interface LinkRow {
  id: string
  key: string
  kind: string
  title: string
  status: Status
}

const ofPerson =
  "select jsonb_build_object('kind', 'person', 'id', u.id, 'name', u.name, 'handle', u.handle) from users u where u.id = w.assignee_id"
const ofAgent = `select jsonb_build_object('kind', 'agent', 'id', a.id, 'name', a.name, 'slug', a.slug)
  from agents a where a.org_id = w.org_id and a.id = w.assignee_agent_id`
export const assignee = `case when w.assignee_id is not null then (${ofPerson}) when w.assignee_agent_id is not null then (${ofAgent}) end as assignee`
const item = `w.id, w.key, w.kind, w.project_id, w.parent_id, w.number, w.title, w.description, w.status, w.priority, w.labels, w.estimate,
  w.due_on, ${assignee}, w.assignee_id, w.assignee_agent_id, w.rank, w.completion_notes, w.created_by, w.created_by_agent_id,
  w.created_at, w.updated_at, w.completed_at, w.deleted_at, w.version`
const open = (alias: string) => `${alias}.status not in ('complete', 'cancelled') and ${alias}.deleted_at is null`
export const blocked = `exists (select from work_item_dependencies d join work_items b on b.org_id = d.org_id and b.id = d.blocked_by_id
  where d.org_id = w.org_id and d.item_id = w.id and ${open('b')})`
export const task = `${item}, w.lease_holder, w.lease_until, w.lease_agent_id, ${blocked} as blocked`
export const project = 'join projects p on p.org_id = w.org_id and p.id = w.project_id and p.deleted_at is null'

const full = `${task}, w.lease_fence, w.lease_user_id, w.lease_instance_id, w.fence, w.completed_by, w.completed_by_agent_id, w.deleted_with, w.lease_from,
  p.slug as project_slug, p.archived_at as project_archived_at`
export const visibleItems = (where: string) =>
  sql<FullRow>(`select ${full} from work_items w ${project} where w.org_id = $1 and app.sees_project(p.visibility, p.id) and ${where}`)
const find = (where: string, lock = '') => visibleItems(`${where} and w.deleted_at is null ${lock}`)
export const itemByKey = find('w.key = $2')
export const itemById = find('w.id = $2')
// No key of an item ever changes, so this lock lets others refer to the row meanwhile.
export const lock = 'for no key update of w'
export const lockedByKey = find('w.key = $2', lock)
export const lockedById = find('w.id = $2', lock)

/** An epic or story by its title, within one project where it is known. */
export const itemsTitled = find(
  'w.kind = $2 and w.title_key = lower($3) and ($4::text is null or $4 in (p.slug, p.id::text, p.key, p.name))',
  'order by w.number limit 6',
)

/** The row that the next number comes from. */
export const lockNumbers = sql('select from projects where org_id = $1 and id = $2 for no key update')
export const openTitled = find(
  "w.kind = 'task' and w.project_id = $2 and w.title_key = lower($3) and w.status not in ('complete', 'cancelled')",
  'order by w.number limit 1',
)

export const newestKeys = sql<{ key: string }>(`select w.key from work_items w ${project}
  where w.org_id = $1 and app.sees_project(p.visibility, p.id) and w.kind = $2 and w.deleted_at is null order by w.id desc limit 5`)

export const insertItem = sql<TaskRow & { same_title: string[] }>(`with numbered as (
    update projects set last_number = last_number + 1 where org_id = $1 and id = $2 returning last_number as number, key
  ), stored as (
    insert into work_items (org_id, project_id, id, kind, parent_id, number, key, rank, title, description, status, priority, labels, estimate,
      due_on, assignee_id, assignee_agent_id, created_by, created_by_agent_id, created_at, updated_at, completed_at)
    select $1, $2, $3, $4, $5, n.number, n.key || '-' || n.number, lpad(n.number::text, 10, '0'), $6, $7, $8::text, $9, $10, $11,
      $12, $13, $14, $15, $16, $17, $17, case when $8::text = 'complete' then $17::timestamptz end
    from numbered n returning *
  )
  select ${item}, w.lease_holder, w.lease_until, w.lease_agent_id, false as blocked,
    array(select s.key from work_items s where s.org_id = $1 and s.project_id = $2 and s.title_key = w.title_key
      and s.kind = w.kind and s.deleted_at is null and s.status not in ('complete', 'cancelled') order by s.number limit 5) as same_title
  from stored w`)

/** Many at once under one draw of numbers, in the order given: a counter moved thousands of times in one transaction grows slow. */
export const insertItems = sql<TaskRow>(`with numbered as (
    update projects set last_number = last_number + jsonb_array_length($4) where org_id = $1 and id = $2
    returning last_number - jsonb_array_length($4) as before, key
  ), stored as (
    insert into work_items (org_id, project_id, id, kind, parent_id, number, key, rank, title, description, status, priority, labels, estimate,
      due_on, assignee_id, assignee_agent_id, completion_notes, created_by, created_by_agent_id, created_at, updated_at, completed_at)
    select $1, $2, g.id, $3, g.parent_id, n.before + g.place, n.key || '-' || (n.before + g.place), lpad((n.before + g.place)::text, 10, '0'),
      g.title, g.description, g.status, g.priority, g.labels, g.estimate, g.due_on, g.assignee_id, g.assignee_agent_id, g.completion_notes,
      $5, $6, $7, $7, case when g.status = 'complete' then $7::timestamptz end
    from numbered n cross join rows from (jsonb_to_recordset($4) as (id uuid, parent_id uuid, title text, description text, status text,
      priority text, labels text[], estimate real, due_on date, assignee_id uuid, assignee_agent_id uuid, completion_notes text))
      with ordinality as g (id, parent_id, title, description, status, priority, labels, estimate, due_on, assignee_id, assignee_agent_id,
        completion_notes, place)
    returning *
  )
  select ${item}, w.lease_holder, w.lease_until, w.lease_agent_id, false as blocked from stored w order by w.number`)

export const assigneeOf = sql<{ assignee: Assignee | null }>(`select ${assignee}
  from (values ($1::uuid, $2::uuid, $3::uuid)) w (org_id, assignee_id, assignee_agent_id)`)

export const updateItem =
  sql(`update work_items set title = $3, description = $4, status = $5, priority = $6, labels = $7, estimate = $8, due_on = $9,
    assignee_id = $10, assignee_agent_id = $11, completion_notes = $12, completed_at = $13, deleted_at = $14, lease_holder = $15,
    lease_until = $16, lease_agent_id = $17, lease_user_id = $18, lease_fence = $19, updated_at = $20, parent_id = $21, rank = $22,
    deleted_with = $23, fence = $24, lease_instance_id = $25, completed_by = $26, completed_by_agent_id = $27, version = version + 1
  where org_id = $1 and id = $2`)

export const isReady = (now: string) => `w.kind = 'task' and not ${blocked} and (w.lease_until is null or w.lease_until <= ${now})
  and (w.status in ('backlog', 'todo') or (w.status = 'in_progress' and w.lease_until is not null))`

// The candidate is locked before it is updated; what another claims at this moment is skipped.
const claim = (candidate: string) =>
  sql<{ id: string; old_instance_id: string | null; old_fence: string | null }>(`with next as (
      select w.id, w.lease_instance_id as old_instance_id, w.fence as old_fence from work_items w ${project}
      where w.org_id = $1 and w.kind = 'task' and w.deleted_at is null and p.archived_at is null and not ${blocked} and ${candidate}
        and (w.assignee_id is null or w.assignee_id = $6) and (w.assignee_agent_id is null or w.assignee_agent_id = $7)
        and ($2::uuid is null or w.project_id = $2) and app.sees_project(p.visibility, p.id)
      order by w.priority_order, w.rank limit 1 for update of w skip locked
    )
    update work_items w set lease_holder = $3, lease_until = $4, lease_fence = w.lease_fence + 1, lease_user_id = $6, lease_agent_id = $7,
      fence = $8, lease_instance_id = $9, status = 'in_progress', updated_at = $5, version = w.version + 1
    from next where w.org_id = $1 and w.id = next.id returning w.id, next.old_instance_id, next.old_fence`)
export const claimReady = claim("w.status in ('backlog', 'todo') and (w.lease_until is null or w.lease_until <= $5)")
export const claimExpired = claim("w.status = 'in_progress' and w.lease_until <= $5")

const link = 'w.id, w.key, w.kind, w.title, w.status'
export const parentsOf = sql<LinkRow & { parent_id: string | null }>(`with recursive up as (
    select ${link}, w.parent_id, 1 as depth from work_items w where w.org_id = $1 and w.id = $2
    union all
    select ${link}, w.parent_id, up.depth + 1 from up join work_items w on w.org_id = $1 and w.id = up.parent_id where up.depth < 4
  ) select id, key, kind, title, status, parent_id from up order by depth`)

const linked = (from: string, to: string) =>
  sql<LinkRow>(`select ${link} from work_item_dependencies d join work_items w on w.org_id = d.org_id and w.id = d.${to} ${project}
    where d.org_id = $1 and d.${from} = $2 and w.deleted_at is null and app.sees_project(p.visibility, p.id) order by w.number limit 50`)
export const blockedBy = linked('item_id', 'blocked_by_id')
export const blocks = linked('blocked_by_id', 'item_id')
/** What waited for this item and waits for nothing more. */
export const unblockedBy = sql<{ key: string; title: string }>(`select w.key, w.title from work_item_dependencies d
  join work_items w on w.org_id = d.org_id and w.id = d.item_id ${project}
  where d.org_id = $1 and d.blocked_by_id = $2 and ${open('w')} and not ${blocked} and app.sees_project(p.visibility, p.id)
  order by w.number limit 20`)
export const heldNearby = sql<{
  key: string
  title: string
  holder: string
  until: string
}>(`select w.key, w.title, coalesce(a.slug, '@' || u.handle, 'somebody') as holder, w.lease_until as until
  from work_items w left join agents a on a.org_id = w.org_id and a.id = w.lease_agent_id left join users u on u.id = w.lease_user_id
  where w.org_id = $1 and w.project_id = $2 and w.id <> $3 and w.lease_until > $4 and w.deleted_at is null
  order by (w.parent_id is not distinct from $5) desc, w.lease_until desc limit 5`)

export const clearDependencies = sql('delete from work_item_dependencies where org_id = $1 and item_id = $2')
export const insertDependencies = sql(`insert into work_item_dependencies (org_id, item_id, blocked_by_id, created_at)
  select $1, $2, blocker, $4 from unnest($3::uuid[]) blocker on conflict do nothing`)

export const countByStatus = sql<{ kind: Kind; status: Status; count: number }>(`select kind, status, count(*)::integer as count
  from work_items where org_id = $1 and project_id = $2 and deleted_at is null group by kind, status`)

/** The worker acts for nobody, so it looks a task up without asking who may see it. */
export const lockedForSystem = sql<FullRow>(`select ${full}
  from work_items w ${project} where w.org_id = $1 and w.id = $2 and w.deleted_at is null for update of w`)
export const endLease = sql(`update work_items set lease_holder = null, lease_until = null, lease_agent_id = null, lease_user_id = null,
    lease_instance_id = null, fence = null, status = $3, updated_at = $4, version = version + 1 where org_id = $1 and id = $2`)

const linkable = (which: string) =>
  sql<LinkRow>(`select ${link} from work_items w ${project}
  where w.org_id = $1 and ${which} and w.deleted_at is null and app.sees_project(p.visibility, p.id)`)
export const linkableByKeys = linkable('(w.key = any($2::text[]) or w.id::text = any($3::text[]))')
export const linkableByIds = linkable('w.id = any($2::uuid[])')
