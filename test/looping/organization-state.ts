import type { World } from './world.ts'

/** A table with an owner, as its COMMENT declares; `column` is the one that its row-level security checks. */
export interface OwnedTable {
  name: string
  class: 'tenant' | 'personal' | 'auth'
  column: string
  /** It has a `last_used_at` that is set some time later, by no particular operation. */
  stamped: boolean
}

const usual = { tenant: 'org_id', personal: 'user_id', auth: 'user_id' }

/** Every table with an owner; partitions are covered by their parents. */
export async function ownedTables(look: World['look']): Promise<OwnedTable[]> {
  const rows = await look<{ name: string; comment: string; columns: string[] }>(`
    select format('%I.%I', n.nspname, c.relname) as name, obj_description(c.oid, 'pg_class') as comment,
      array(select attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  return rows.flatMap(({ name, comment, columns }) => {
    const [, kind, named] = comment?.match(/^(tenant|personal|auth)(?:\((\w+)\))?$/) ?? []
    if (!kind) return []
    const column = named ?? usual[kind as keyof typeof usual]
    const stamped = columns.includes('last_used_at')
    return columns.includes(column) ? [{ name, class: kind as OwnedTable['class'], column, stamped }] : []
  })
}

/** For each table: how many rows this organization or user has in it, and a digest of them. */
export type State = Map<string, { count: number; digest: string }>

/** A node accumulates its tool calls and writes them some time later, so no single operation causes these changes. */
const counted = new Set(['public.tool_calls', 'public.agent_last_calls', 'public.recent_calls'])

type ReadState = (org: string | null, user: string | null) => Promise<State>
type Row = { name: string; count: number; digest: string }

const readers = new WeakMap<World['look'], Promise<ReadState>>()

/** Without an organization, the rows of all organizations, but for the audit entries of every call. */
export function stateReader(look: World['look']): Promise<ReadState> {
  const reader = readers.get(look) ?? createReader(look)
  readers.set(look, reader)
  return reader
}

/** Tables of the whole instance: they have no owner, but an operation that creates rows there has an effect. */
const ofInstance = (look: World['look']) =>
  look<{ name: string }>(`select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and obj_description(c.oid, 'pg_class') = 'instance'
      and (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('id', 'created_at')) = 2 order by 1`)

// Every write changes a row's ctid or xmin, so these show whether anything was written without reading the row.
const written = 'hashtidextended(x.ctid, x.xmin::text::bigint)'
const said = "hashtextextended((to_jsonb(x) - 'last_used_at')::text, 0)"

/** How many owners' states are kept at once. */
const maxRemembered = 20

async function createReader(look: World['look']): Promise<ReadState> {
  const owned = (await ownedTables(look)).filter(({ name }) => !counted.has(name))
  const shared = (await ofInstance(look)).map(({ name }) => ({ name, stamped: false }))
  const rows = ({ name, stamped }: Pick<OwnedTable, 'name' | 'stamped'>, whose = '') =>
    `select '${name}' as name, count(*)::integer as count, coalesce(sum(${stamped ? said : written}), 0)::text as digest from ${name} x ${whose}`
  const own = (table: OwnedTable, at: number) => rows(table, `where x.${table.column} = $${at}::uuid`)
  const ofOne = (org: string, user: string | null) => {
    const all = owned.map((table) => own(table, table.class === 'tenant' ? 1 : 2)).join(' union all ')
    const owner = ({ class: kind }: OwnedTable) => (kind === 'tenant' ? org : user)
    return {
      all: () => look<Row>(all, [org, user], 'state of one'),
      each: owned.map((table) => [table.name, () => look<Row>(own(table, 1), [owner(table)], `${table.name} of one`)] as const),
    }
  }
  // Nothing that changes is missing from these two, so a difference in them says nothing, and they grow longest.
  const everyones = [...owned, ...shared].filter(({ name }) => !['public.audit', 'public.log_heads'].includes(name))
  const ofAll = {
    all: () => look<Row>(everyones.map((table) => rows(table)).join(' union all '), [], 'state of all'),
    each: everyones.map((table) => [table.name, () => look<Row>(rows(table), [], `${table.name} of all`)] as const),
  }
  const writes = await watchWrites(look)
  const remembered = new Map<string, Map<string, Row & { writes: number }>>()
  return async (org, user) => {
    const key = `${org} ${user}`
    const known = remembered.get(key) ?? new Map<string, Row & { writes: number }>()
    remembered.delete(key)
    remembered.set(key, known)
    for (const oldest of [...remembered.keys()].slice(0, -maxRemembered)) remembered.delete(oldest)
    const { all, each } = org === null ? ofAll : ofOne(org, user)
    const now = new Map(await writes())
    // A table that hasn't been written to since then is unchanged.
    const again = each.filter(([name]) => known.get(name)?.writes !== (now.get(name) ?? 0))
    const found = known.size === 0 ? await all() : []
    if (known.size > 0) for (const [, read] of again) found.push(...(await read()))
    for (const row of found) known.set(row.name, { ...row, writes: now.get(row.name) ?? 0 })
    return new Map([...known.values()].map(({ name, count, digest }) => [name, { count, digest }]))
  }
}

/** Returns how often each table was written to, as far as committed: every statement that writes leaves a note. */
async function watchWrites(look: World['look']): Promise<() => Promise<ReadonlyMap<string, number>>> {
  // A copy of a database that was watched is watched as well.
  const [watched] = await look("select from pg_namespace where nspname = 'watching'")
  if (!watched)
    await look(`create schema watching; create unlogged table watching.notes (relation oid);
      create function watching.note() returns trigger language plpgsql security definer set search_path = pg_catalog as
        $$ begin insert into watching.notes values (tg_relid); return null; end $$`)
  // A statement may name a partition or the table that it belongs to.
  const relations = await look<{ oid: number; name: string; root: string }>(
    `select c.oid, c.oid::regclass::text as name, format('%I.%I', n.nspname, r.relname) as root
      from pg_class c join pg_class r on r.oid = coalesce(pg_partition_root(c.oid), c.oid) join pg_namespace n on n.oid = r.relnamespace
      where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p')`,
  )
  for (const { name } of watched ? [] : relations)
    await look(
      `create trigger note_writes after insert or update or delete or truncate on ${name} for each statement execute function watching.note()`,
    )
  const roots = new Map(relations.map(({ oid, root }) => [oid, root]))
  const counts = new Map<string, number>()
  return async () => {
    for (const { relation } of await look<{ relation: number }>('delete from watching.notes returning relation', [], 'notes')) {
      const root = roots.get(relation) ?? ''
      counts.set(root, (counts.get(root) ?? 0) + 1)
    }
    return counts
  }
}

/** The tables in which two states differ. */
export function difference(before: State, after: State, ignored: readonly string[] = []): string[] {
  return [...after].filter(([name, { digest }]) => !ignored.includes(name) && before.get(name)?.digest !== digest).map(([name]) => name)
}
