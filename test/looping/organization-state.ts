import type { World } from './world.ts'

/** A table that belongs to somebody, as its COMMENT says; `column` is the one its wall stands on. */
export interface OwnedTable {
  name: string
  class: 'tenant' | 'personal' | 'auth'
  column: string
  /** It has a stamp that is set some time later, and by nobody in particular. */
  stamped: boolean
}

const usual = { tenant: 'org_id', personal: 'user_id', auth: 'user_id' }

/** Every table with an owner, partitions left to their parents. */
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

/** For each table: how many rows this organization or this user has there, and a digest of them. */
export type State = Map<string, { count: number; digest: string }>

/** A node adds up its tool calls and writes them some time later; that is no change of anybody's making. */
const counted = new Set(['public.tool_calls', 'public.agent_last_calls', 'public.recent_calls'])

type ReadState = (org: string | null, user: string | null) => Promise<State>

const readers = new WeakMap<World['look'], Promise<ReadState>>()

/** Without an organization, the rows of all. */
export function stateReader(look: World['look']): Promise<ReadState> {
  const reader = readers.get(look) ?? createReader(look)
  readers.set(look, reader)
  return reader
}

/** What the whole instance has: nobody's in particular, but an operation that creates one has an effect there. */
const ofInstance = (look: World['look']) =>
  look<{ name: string }>(`select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and obj_description(c.oid, 'pg_class') = 'instance'
      and (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('id', 'created_at')) = 2 order by 1`)

async function createReader(look: World['look']): Promise<ReadState> {
  const tables = (await ownedTables(look)).filter(({ name }) => !counted.has(name))
  const shared = await ofInstance(look)
  // Every write gives a row another place or another writer, so these tell whether anything was written without reading the row.
  const written = 'hashtidextended(x.ctid, x.xmin::text::bigint)'
  const said = "hashtextextended((to_jsonb(x) - 'last_used_at')::text, 0)"
  const text = (whose: (table: OwnedTable) => string, more: readonly string[] = []) => {
    const parts = tables.map(
      (table) => `select '${table.name}' as name, count(*)::integer as count,
        coalesce(sum(${table.stamped ? said : written}), 0)::text as digest from ${table.name} x ${whose(table)}`,
    )
    return `${[...parts, ...more].join(' union all ')} order by name`
  }
  const ofOne = text(({ class: kind, column }) => `where x.${column} = ${kind === 'tenant' ? '$1' : '$2'}::uuid`)
  const ofAll = text(
    () => '',
    shared.map(({ name }) => `select '${name}', count(*)::integer, coalesce(sum(${written}), 0)::text from ${name} x`),
  )
  return async (org, user) => {
    type Row = { name: string; count: number; digest: string }
    const rows = org === null ? await look<Row>(ofAll, [], 'state of all') : await look<Row>(ofOne, [org, user], 'state of one')
    return new Map(rows.map(({ name, count, digest }) => [name, { count, digest }]))
  }
}

/** The tables in which two states differ. */
export function difference(before: State, after: State, ignored: readonly string[] = []): string[] {
  return [...after].filter(([name, { digest }]) => !ignored.includes(name) && before.get(name)?.digest !== digest).map(([name]) => name)
}
