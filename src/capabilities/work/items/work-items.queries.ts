import type { Tables } from '../../../platform/database-types.ts'
import { list, plannedOnce, sql, update } from '../../../platform/postgres.ts'
import { idsAmong, keyed, keyedAmong } from '../../keyed.ts'

type Row = Tables['work_items']
export type Assignee = { id: string; name: string } & ({ kind: 'person'; handle: string } | { kind: 'agent'; slug: string })
export type Kind = Row['kind']
export type Status = Row['status']

/** What a caller sees of every kind of item: without the lease, which only tasks have, and without what the database derives. */
export type ItemRow = { assignee: Assignee | null } & Omit<
  Row,
  | 'org_id'
  | 'title_key'
  | 'former_keys'
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
  | 'proof'
  | 'proof_covers'
>

export interface TaskRow extends ItemRow, Pick<Row, 'lease_holder' | 'lease_until' | 'lease_agent_id'> {
  blocked: boolean
  open_questions: number
  proof: Proof
  proof_covers: string[]
}

/** How well a task's completion is proven. */
export type Proof = 'none' | 'claimed' | 'reported' | 'observed' | 'ci'

type Rule =
  | 'lease_from'
  | 'lease_fence'
  | 'lease_user_id'
  | 'lease_instance_id'
  | 'fence'
  | 'completed_by'
  | 'completed_by_agent_id'
  | 'deleted_with'
  | 'former_keys'

/** What rules need besides what callers see; reads never return the fence. `lease_fence` counts leases, `fence` is the secret of one. */
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

/** Fields that anybody sets on an item and that are stored as given. A column added here is read, inserted, changed, imported and exported. */
export const traits = ['status', 'priority', 'labels', 'estimate', 'start_on', 'due_on'] as const
export const fields = ['title', 'description', ...traits] as const
type Field = (typeof fields)[number]
export const fieldsOf = (row: Pick<Row, Field>) => Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<Row, Field>
const given = [...fields, 'assignee_id', 'assignee_agent_id', 'milestone_id'] as const
export type GivenField = (typeof given)[number]
const defaults: Partial<Pick<Row, GivenField>> = { description: '', status: 'backlog', priority: 'none', labels: [] }
/** Every field of a new item: as given, else its default, else null. */
export const withDefaults = (fields: Partial<Pick<Row, GivenField>>) =>
  Object.fromEntries(given.map((field) => [field, fields[field] ?? defaults[field] ?? null])) as Record<GivenField, unknown>

/** What a card shows of an item. */
export const cardFields = ['id', 'key', 'kind', 'title', ...traits, 'milestone_id', 'rank', 'version'] as const

const ofPerson =
  "select jsonb_build_object('kind', 'person', 'id', u.id, 'name', u.name, 'handle', u.handle) from users u where u.id = w.assignee_id"
const ofAgent = `select jsonb_build_object('kind', 'agent', 'id', a.id, 'name', a.name, 'slug', a.slug)
  from agents a where a.org_id = w.org_id and a.id = w.assignee_agent_id`
export const assignee =
  `case when w.assignee_id is not null then (${ofPerson}) when w.assignee_agent_id is not null then (${ofAgent}) end as assignee` as const
const item =
  `w.id, w.key, w.kind, w.project_id, w.parent_id, w.number, ${list(fields, 'w.')}, ${assignee}, w.assignee_id, w.assignee_agent_id,
  w.milestone_id, w.rank, w.completion_notes, w.created_by, w.created_by_agent_id, w.created_at, w.updated_at, w.completed_at, w.deleted_at, w.version` as const
const open = <Alias extends string>(alias: Alias) =>
  `${alias}.status not in ('complete', 'cancelled') and ${alias}.deleted_at is null` as const
const blockers = `select from work_item_dependencies d join work_items b on b.org_id = d.org_id and b.id = d.blocked_by_id
  where d.org_id = w.org_id and d.item_id = w.id and ${open('b')}` as const
export const blocked = `exists (${blockers})` as const
/** As a column, it is looked up per row: without the offset, a plan that expects many rows first reads every dependency of the organization. */
const isBlocked = `exists (${blockers} offset 0)` as const
export const blockedColumn = `${isBlocked} as blocked` as const
/** How many questions wait for an answer there. */
export const openQuestions =
  "(select count(*)::integer from questions q where q.org_id = w.org_id and q.item_id = w.id and q.state = 'open') as open_questions" as const
/** If no check covers a task, its completion is only claimed. */
export const proof =
  `case when w.proof_covers <> '{}' then w.proof when w.status = 'complete' then 'claimed' else 'none' end as proof, w.proof_covers` as const
const lease = 'w.lease_holder, w.lease_until, w.lease_agent_id'
export const task = `${item}, ${lease}, ${proof}, ${blockedColumn}, ${openQuestions}` as const
/** What a list row shows of a task: of its texts, only the title. */
export const taskRow =
  `w.id, w.key, w.kind, w.project_id, w.parent_id, w.number, w.title, ${list(traits, 'w.')}, w.assignee_id, w.assignee_agent_id, w.milestone_id, w.rank,
  w.created_at, w.updated_at, w.completed_at, w.version, ${lease}, ${proof}, ${blockedColumn}, ${openQuestions}` as const
export const project = 'join projects p on p.org_id = w.org_id and p.id = w.project_id and p.deleted_at is null'

const full =
  `${task}, w.lease_fence, w.lease_user_id, w.lease_instance_id, w.fence, w.completed_by, w.completed_by_agent_id, w.deleted_with, w.lease_from, w.former_keys,
  p.slug as project_slug, p.archived_at as project_archived_at` as const
export const visibleItems = <Where extends string>(where: Where) =>
  sql(
    `select ${full} from work_items w ${project} where w.org_id = :org and app.sees_project(p.visibility, p.id) and ${where}`,
  ).as<FullRow>()
const find = <Where extends string, Lock extends string = ''>(where: Where, lock = '' as Lock) =>
  visibleItems(`${where} and w.deleted_at is null ${lock}`)
export const itemByKey = find(keyed(':name'))
export const itemById = find('w.id = :name')
// No foreign key refers to a column of an item that changes, so this lock lets others reference the row in the meantime.
export const lock = 'for no key update of w'
export const lockedByKey = find(keyed(':name'), lock)
export const lockedById = find('w.id = :name', lock)

/** An epic or story by its title, within one project if it is known. */
export const itemsTitled = find(
  'w.kind = :kind and w.title_key = lower(:title) and (:project::text is null or :project in (p.slug, p.id::text, p.key, p.name))',
  'order by w.number limit 6',
)

/** Locks the row that the next number comes from. */
export const lockNumbers = sql('select from projects where org_id = :org and id = :project for no key update')
export const openTitled = find(
  "w.kind = 'task' and w.project_id = :project and w.title_key = lower(:title) and w.status not in ('complete', 'cancelled')",
  'order by w.number limit 1',
)

export const newestKeys = sql(`select w.key from work_items w ${project}
  where w.org_id = :org and app.sees_project(p.visibility, p.id) and w.kind = :kind and w.deleted_at is null order by w.id desc limit 5`).as<{
  key: string
}>()

/** The inner limit is a fence: ordered by number directly, the query would walk the whole project. */
const sameTitle = <Project extends string>(project: Project) =>
  `array(select s.key from (
      select s.key, s.number from work_items s where s.org_id = :org and s.project_id = ${project} and s.title_key = lower(:title)
        and s.kind = :kind and s.deleted_at is null and s.status not in ('complete', 'cancelled') limit 200
    ) s order by s.number limit 5) as keys` as const
const openOf = <Named extends string>(named: Named) =>
  sql(`select ${sameTitle('p.id')} from projects p where p.org_id = :org and ${named}`).as<{ keys: string[] }>()
/** Open items with this title, in a project by its slug or by its id. */
export const openOfSlug = openOf('p.slug = :name')
export const openOfId = openOf('p.id = :name')

const store = `insert into work_items (org_id, project_id, id, kind, parent_id, number, key, rank, ${list(given)},
      created_by, created_by_agent_id, created_at, updated_at, completed_at)
    select :org, :project, :id, :kind, :parent_id, n.number, n.key || '-' || n.number, lpad(n.number::text, 10, '0'), ${list(given, ':')},
      :user, :agent, :now, :now, case when :status::text = 'complete' then :now::timestamptz end
    from numbered n` as const

/**
 * Only the number is missing from the item, and whoever has drawn it holds the project's row until COMMIT, so this is sent together with COMMIT. It
 * has the plan mode of the reads before and after it, so that nothing has to be set in between.
 */
export const insertLast = plannedOnce(`with numbered as (
    update projects set last_number = last_number + 1 where org_id = :org and id = :project returning last_number as number, key
  ) ${store} returning number, key, rank`).as<Pick<TaskRow, 'number' | 'key' | 'rank'>>()

/** What doesn't need the number is read first: the update joins the titles, so it runs after that read. */
export const insertItem = sql(`with same as materialized (
    select ${sameTitle(':project')}
  ), numbered as (
    update projects p set last_number = p.last_number + 1 from same where p.org_id = :org and p.id = :project
    returning p.last_number as number, p.key, same.keys
  ), stored as (
    ${store} returning *
  )
  select ${item}, ${lease}, ${proof}, false as blocked, 0 as open_questions, n.keys as same_title
  from stored w, numbered n`).as<TaskRow & { same_title: string[] }>()

/** Inserts many in the given order with one counter update: a counter that is updated thousands of times in one transaction gets slow. */
export const insertItems = sql(`with numbered as (
    update projects set last_number = last_number + jsonb_array_length(:items) where org_id = :org and id = :project
    returning last_number - jsonb_array_length(:items) as before, key
  ), stored as (
    insert into work_items (org_id, project_id, id, kind, parent_id, number, key, rank, ${list(given)}, completion_notes,
      created_by, created_by_agent_id, created_at, updated_at, completed_at)
    select :org, :project, g.id, :kind, g.parent_id, n.before + g.ordinality, n.key || '-' || (n.before + g.ordinality),
      lpad((n.before + g.ordinality)::text, 10, '0'), ${list(given, 'g.')}, g.completion_notes,
      :user, :agent, :now, :now, case when g.status = 'complete' then :now::timestamptz end
    from numbered n cross join jsonb_populate_recordset(null::work_items, :items) with ordinality g
    returning *
  )
  select ${item}, ${lease}, ${proof}, false as blocked, 0 as open_questions from stored w order by w.number`).as<TaskRow>()

export const assigneeOf = sql(`select ${assignee}
  from (values (:org::uuid, :assignee_id::uuid, :assignee_agent_id::uuid)) w (org_id, assignee_id, assignee_agent_id)`).as<{
  assignee: Assignee | null
}>()

const stored = [
  ...given,
  ...([
    'parent_id',
    'rank',
    'completion_notes',
    'completed_at',
    'completed_by',
    'completed_by_agent_id',
    'deleted_at',
    'deleted_with',
    'proof',
    'proof_covers',
  ] as const),
  ...([
    'lease_holder',
    'lease_until',
    'lease_agent_id',
    'lease_user_id',
    'lease_instance_id',
    'lease_fence',
    'fence',
    'updated_at',
  ] as const),
] as const
export const updateItem = sql(`${update('work_items', stored)}, version = version + 1 where org_id = :org and id = :id`)

export const isReady = <Now extends string>(now: Now, waits: typeof blocked | typeof isBlocked = blocked) =>
  `w.kind = 'task' and not ${waits} and (w.lease_until is null or w.lease_until <= ${now})
  and (w.status in ('backlog', 'todo') or (w.status = 'in_progress' and w.lease_until is not null))` as const

export const readyColumn = <Now extends string>(now: Now) => `(${isReady(now, isBlocked)}) as ready` as const

export interface ClaimedRow extends FullRow {
  old_instance_id: string | null
  old_fence: string | null
  words: { language: string | null; lexemes: { text: string; english: string[]; own: string[] | null }[] }
}
const stemmed = "app.stemmed_words(left(w.title || E'\\n' || w.description, 1000)) as words"
const wordsWhere = <Which extends string>(which: Which) =>
  sql(`select ${stemmed} from work_items w where w.org_id = :org and ${which}`).as<Pick<ClaimedRow, 'words'>>()
export const wordsByKey = wordsWhere(keyed(':name'))
export const wordsById = wordsWhere('w.id = :name')
/** Claims the best ready task, or one whose lease has expired; returns it with the words that find the memories that bear on it. */
export const claimNext = sql(`select ${full}, c.old_instance_id, c.old_fence, ${stemmed}
  from app.claim_next_task(:project, :user, :agent, :session, :client_session, :connection, :new_instance, :until, :fence, :now) c
  cross join lateral (select (c.item).*) w ${project}`).as<ClaimedRow>()

const link = 'w.id, w.key, w.kind, w.title, w.status'
export const parentsOf = sql(`with recursive up as (
    select ${link}, w.parent_id, 1 as depth from work_items w where w.org_id = :org and w.id = :id
    union all
    select ${link}, w.parent_id, up.depth + 1 from up join work_items w on w.org_id = :org and w.id = up.parent_id where up.depth < 4
  ) select id, key, kind, title, status, parent_id from up order by depth`).as<LinkRow & { parent_id: string | null }>()

const linked = <From extends string, To extends string>(from: From, to: To) =>
  sql(`select ${link} from work_item_dependencies d join work_items w on w.org_id = d.org_id and w.id = d.${to} ${project}
    where d.org_id = :org and d.${from} = :id and w.deleted_at is null and app.sees_project(p.visibility, p.id) order by w.number limit 50`).as<LinkRow>()
export const blockedBy = linked('item_id', 'blocked_by_id')
export const blocks = linked('blocked_by_id', 'item_id')
/** What waited for this item and now waits for nothing else, whether it was closed before or just now. */
export const unblockedBy = sql(`select w.key, w.title from work_item_dependencies d
  join work_items w on w.org_id = d.org_id and w.id = d.item_id ${project}
  where d.org_id = :org and d.blocked_by_id = :task and ${open('w')} and not exists (${blockers} and b.id <> :task) and app.sees_project(p.visibility, p.id)
  order by w.number limit 20`).as<{ key: string; title: string }>()
export const heldNearby = sql(`select w.key, w.title, coalesce(a.slug, '@' || u.handle, 'somebody') as holder, w.lease_until as until
  from work_items w left join agents a on a.org_id = w.org_id and a.id = w.lease_agent_id left join users u on u.id = w.lease_user_id
  where w.org_id = :org and w.project_id = :project_id and w.id <> :id and w.lease_until > :now and w.deleted_at is null
  order by (w.parent_id is not distinct from :parent_id) desc, w.lease_until desc limit 5`).as<{
  key: string
  title: string
  holder: string
  until: string
}>()

export const clearDependencies = sql('delete from work_item_dependencies where org_id = :org and item_id = :item')
export const insertDependencies = sql(`insert into work_item_dependencies (org_id, item_id, blocked_by_id, created_at)
  select :org, :item, blocker, :now from unnest(:ids::uuid[]) blocker on conflict do nothing`)

/** Counts by kind and status: sums of tally rows that are updated with every change of an item, whatever the size of the project. */
export const countByStatus = sql(`select subject as kind, value as status, sum(items)::integer as count from work_item_tallies
  where org_id = :org and project_id = :project and subject = any(:kinds::text[]) group by subject, value`).as<{
  kind: Kind
  status: Status
  count: number
}>()

/** The worker acts for nobody, so it looks up tasks without a visibility check. */
export const lockedRows = <Which extends string, More extends string = ''>(which: Which, more = '' as More) =>
  sql(`select ${full}${more}
  from work_items w ${project} where w.org_id = :org and ${which} and w.deleted_at is null order by w.id for update of w`)
export const lockedForSystem = lockedRows('w.id = :id').as<FullRow>()
export const lockedOfRepository = sql(`select ${full} from work_items w ${project}
  join repository_projects rp on rp.org_id = w.org_id and rp.project_id = w.project_id and rp.repository_id = :repository
  where w.org_id = :org and (${keyed(':name')} or w.id = any(${idsAmong('array[:name]')})) and w.kind = 'task' and w.deleted_at is null and p.archived_at is null ${lock}`).as<FullRow>()
export const endLease = sql(`update work_items set lease_holder = null, lease_until = null, lease_agent_id = null, lease_user_id = null,
    lease_instance_id = null, fence = null, status = :status, updated_at = :now, version = version + 1 where org_id = :org and id = :id`)

const linkable = <Which extends string>(which: Which) =>
  sql(`select ${link}, w.former_keys from work_items w ${project}
  where w.org_id = :org and ${which} and w.deleted_at is null and app.sees_project(p.visibility, p.id)`).as<
    LinkRow & { former_keys: string[] }
  >()
export const linkableByKeys = linkable(`(${keyedAmong(':keys')} or w.id = any(${idsAmong(':ids')}))`)
export const linkableByIds = linkable('w.id = any(:ids::uuid[])')
