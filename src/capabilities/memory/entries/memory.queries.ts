import type { Tables } from '../../../platform/database-types.ts'
import { sql } from '../../../platform/postgres.ts'
import { authorSql } from '../../agents/agents/author-sql.ts'

type Row = Tables['memories']
type Hidden = 'org_id' | 'place' | 'number' | 'ref' | 'tsv' | 'content_key' | 'embedded_as' | 'sources' | 'clearing_id' | 'superseded_at'

export interface Source {
  kind: string
  ref?: string | undefined
}

export interface MemoryRow extends Omit<Row, Hidden> {
  ref: string
  content_length: number
  sources: Source[]
  embedded: boolean
}

export interface LockedMemory extends MemoryRow {
  project_archived_at: string | null
  place: number
}

const columns = <Content extends string>(content: Content) =>
  `m.id, m.ref, m.scope, m.scope_id, m.project_id, m.owner_id, ${content} as content,
  length(m.content) as content_length, m.tags, m.sources, m.trust, m.pinned, m.valid_from, m.valid_until, m.last_used_at, m.superseded_by,
  m.created_by, m.created_by_agent_id, m.created_at, m.updated_at, m.deleted_at, m.version, m.embedded_as is not null as embedded` as const
const whole = columns('m.content')
const from = 'from memories m left join projects p on p.org_id = m.org_id and p.id = m.project_id'
// A memory of an agent or session is visible only to its owner, and in a run only if it is its agent's; owners and admins of the organization get no extra access.
export const visible = `m.org_id = :org and (m.owner_id = app.owner() or app.only_agent() in (m.scope_id, m.created_by_agent_id)
  or (p.id is not null and p.deleted_at is null and app.sees_project(p.visibility, p.id)))`

export const memoryById = sql(`select ${whole} ${from} where ${visible} and m.id = :id and m.deleted_at is null`).as<MemoryRow>()
export const memoryByRef = sql(`select ${whole} ${from} where ${visible} and m.ref = upper(:name) and m.deleted_at is null`).as<MemoryRow>()
// Others may refer to it meanwhile: a review that a new memory opens does not wait for who changes the old one.
const locked = (which: 'm.id = :name' | 'm.ref = upper(:name)', deleted: boolean) =>
  sql(`select ${whole}, m.place, p.archived_at as project_archived_at ${from}
    where ${visible} and ${which} and m.deleted_at is ${deleted ? 'not null' : 'null'} for no key update of m`).as<LockedMemory>()
export const lockedMemory = locked('m.id = :name', false)
export const lockedMemoryByRef = locked('m.ref = upper(:name)', false)
export const lockedDeleted = locked('m.id = :name', true)
export const lockedDeletedByRef = locked('m.ref = upper(:name)', true)
/** In no particular order; `memoriesInOrder` sorts them. */
export const memoriesById = sql(
  `select ${whole} ${from} where ${visible} and m.id = any(:ids::uuid[]) and m.deleted_at is null`,
).as<MemoryRow>()

/** Those that are named by id or ref. */
export const memoriesByName = sql(
  `select ${whole} ${from} where ${visible} and (m.id = any(:ids::uuid[]) or m.ref = any(:refs::text[])) and m.deleted_at is null`,
).as<MemoryRow>()

/** What it superseded, latest first, following the chain for at most 200 steps. */
export const historyOf = sql(`with recursive chain (id, step) as (
    select m.id, 1 from memories m where m.org_id = :org and m.superseded_by = :id
    union all select m.id, c.step + 1 from chain c join memories m on m.org_id = :org and m.superseded_by = c.id where c.step < 200)
  select ${whole} from chain c join memories m on m.org_id = :org and m.id = c.id where m.deleted_at is null order by c.step, m.id limit 200`).as<MemoryRow>()

/** The newest of its chain. A memory has one successor at most and no chain is a circle, so every chain has one. */
export const headOf = sql(`with recursive chain (id, ref, superseded_by, deleted_at) as (
    select m.id, m.ref, m.superseded_by, m.deleted_at from memories m where m.org_id = :org and m.id = :id
    union select m.id, m.ref, m.superseded_by, m.deleted_at from chain c join memories m on m.org_id = :org and m.id = c.superseded_by)
  select c.id, c.ref, c.deleted_at is not null as deleted from chain c where c.superseded_by is null`).as<{
  id: string
  ref: string
  deleted: boolean
}>()

// The next place is one past the last; two concurrent inserts may take the same one, which does no harm.
export const insertMemory = sql(`insert into memories as m (org_id, id, scope, scope_id, project_id, owner_id, place, content, tags,
    sources, trust, pinned, valid_from, valid_until, created_by, created_by_agent_id, created_at, updated_at, embedded_as)
  values (:org, :id, :scope, :scope_id, :project_id, :owner_id, coalesce((select l.place from memories l where l.org_id = :org and l.scope_id = :scope_id order by l.place desc limit 1), 0) + 1,
    :content, :tags, :sources, :trust, :pinned, :valid_from, :valid_until, :user, :agent, :now, :now, :model) returning ${whole}`).as<MemoryRow>()

export const updateMemory =
  sql(`update memories set tags = :tags, pinned = :pinned, valid_from = :valid_from, valid_until = :valid_until, updated_at = :now,
    version = version + 1 where org_id = :org and id = :id`)
export const supersede = sql(`update memories m set superseded_by = :by, superseded_at = :now, embedded_as = null, updated_at = :now,
    version = version + 1 where m.org_id = :org and m.id = :id and m.superseded_by is null and m.deleted_at is null returning ${whole}`).as<MemoryRow>()
export const setDeleted = sql(`update memories m set deleted_at = :deleted_at, clearing_id = null, embedded_as = null, updated_at = :now,
    version = version + 1 where m.org_id = :org and m.id = :id returning ${whole}`).as<MemoryRow>()
/** Only memories that can be found have a vector. */
export const dropVectors = sql('delete from memory_embeddings where org_id = :org and memory_id = any(:memories::uuid[])')
export const markUsed = sql('update memories set last_used_at = :now where org_id = :org and id = any(:ids::uuid[])')

const ofAgent = `from memories m where m.org_id = :org and m.scope_id = :agent and m.scope = 'agent'
  and (m.owner_id = app.owner() or app.only_agent() in (m.scope_id, m.created_by_agent_id))
  and m.deleted_at is null and m.superseded_by is null`
export const agentTotal = sql(`select count(*)::integer as count ${ofAgent}`).as<{ count: number }>()
/** Counts only the newest 5000, so that viewing one agent doesn't wait for everything it ever stored. */
export const agentTags = sql(`select tag, count(*)::integer as count
  from (select m.tags ${ofAgent} order by m.place desc limit 5000) m cross join unnest(m.tags) tag
  group by tag order by count desc, tag limit :limit`).as<{ tag: string; count: number }>()
const short = <Which extends string>(which: Which) =>
  sql(
    `select m.id, m.ref, left(m.content, 300) as content, length(m.content) as content_length, m.tags, m.created_at ${ofAgent} ${which}
      order by m.place desc, m.id desc limit :limit`,
  ).as<{ id: string; ref: string; content: string; content_length: number; tags: string[]; created_at: string }>()
export const newestOfAgent = short('')
export const pinnedOfAgent = short('and m.pinned')

/** A list's statement depends on its filters; each combination has its own text and is planned once. */
export const listStatement = (conditions: readonly string[], max: number) =>
  sql(
    `select ${columns(`left(m.content, ${max})`)} ${from} where ${[visible, ...conditions].join(' and ')} order by m.id desc limit :limit`,
  ).as<MemoryRow>()

export const origins = sql(`select m.id, m.created_at as at, ${authorSql('m')} as by,
    e.id as supersedes, e.ref as supersedes_ref
  from memories m left join lateral (select o.id, o.ref from memories o
    where o.org_id = m.org_id and o.superseded_by = m.id and o.deleted_at is null order by o.id desc limit 1) e on true
  where m.org_id = :org and m.id = any(:ids::uuid[])`).as<{
  id: string
  at: string
  by: string
  supersedes: string | null
  supersedes_ref: string | null
}>()
// Both memories of a review are in one scope, so whoever can see one can see the other. A resolved review no longer counts.
const paired = <Kind extends string>(kind: Kind) =>
  `from (select r.memory_id, r.other_id from memory_reviews r
      where r.org_id = :org and r.memory_id = any(:ids::uuid[]) and r.kind = '${kind}' and r.resolved_at is null
    union all select r.other_id, r.memory_id from memory_reviews r
      where r.org_id = :org and r.other_id = any(:ids::uuid[]) and r.kind = '${kind}' and r.resolved_at is null) r (id, other_id)
  join memories o on o.org_id = :org and o.id = r.other_id and o.deleted_at is null and o.superseded_by is null` as const
export const contradictions =
  sql(`select r.id as memory_id, o.id, o.ref, left(o.content, :limit) as content, o.created_at as at, ${authorSql('o')} as by ${paired('contradiction')}
  order by o.id desc`).as<{
    memory_id: string
    id: string
    ref: string
    content: string
    at: string
    by: string
  }>()
/** Those that have a newer duplicate among the given ones. */
export const repeats = sql(`select distinct r.id ${paired('duplicate')} where o.id = any(:ids::uuid[]) and o.id > r.id`).as<{
  id: string
}>()
