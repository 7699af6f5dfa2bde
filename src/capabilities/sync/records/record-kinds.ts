import { plannedEachTime, sql, type Statement } from '../../../platform/postgres.ts'
import type { Column, Part } from '../../record.ts'
import { kinds, type Kind } from './records.contract.ts'
import { fieldsOf, syncedKinds, tableOf } from './synced-kinds.ts'

/** A record in the form devices and export files hold it. Fields with ids of other records are named after them. */
export interface RecordRow {
  id: string
  version: number
  record: Record<string, unknown>
  /** Where the bytes of an attachment are stored. */
  file: string | null
}

const sees = (p: string) => `${p}.deleted_at is null and app.sees_project(${p}.visibility, ${p}.id)`
const inProject = (x: string) => `exists (select from projects p where p.org_id = ${x}.org_id and p.id = ${x}.project_id and ${sees('p')})`
const ownOrInProject = (x: string) => `(${x}.owner_id = app.user() or ${inProject(x)})`
const onItem = (x: string) =>
  `exists (select from work_items w where w.org_id = ${x}.org_id and w.id = ${x}.item_id and w.deleted_at is null and ${inProject('w')})`

/** What the caller sees of each kind, apart from what is deleted. */
const seen: Readonly<Record<Kind, (x: string) => string>> = {
  agent: (x) => `(${x}.project_id is null or (${x}.owner_id = app.user() and app.only_project() is null) or ${inProject(x)})`,
  project: (x) => `app.sees_project(${x}.visibility, ${x}.id)`,
  workflow: () => 'true',
  milestone: inProject,
  item: inProject,
  comment: onItem,
  attachment: onItem,
  note: ownOrInProject,
  spec: inProject,
  decision: (x) => `(${x}.project_id is null or ${inProject(x)})`,
  memory: ownOrInProject,
  skill: (x) => `app.sees_skill(${x}.visibility, ${x}.owner_id, ${x}.team_id)`,
  feature: inProject,
  view: (x) => `(${x}.shared or ${x}.owner_id = app.user())
    and not exists (select from unnest(${x}.project_ids) named (id) left join projects p on p.org_id = ${x}.org_id and p.id = named.id
      where p.id is null or p.deleted_at is not null or not app.sees_project(p.visibility, p.id))`,
}

const isDeletable = (kind: Kind): boolean => 'deleted_at' in syncedKinds[kind].columns
// Devices keep dangling links: they learn of each deletion, but not that others lost a link by it. Files have only links that resolve.
const live = (kind: string, t: string): string => (isDeletable(kind as Kind) ? `(:dangling::boolean or ${t}.deleted_at is null)` : 'true')
/** A record that a file can refer to: one that the caller sees as well. */
const target = (kind: string, id: string, x: string) =>
  `select t.id from ${tableOf(kind)} t where t.org_id = ${x}.org_id and t.id = ${id} and ${live(kind, 't')} and ${seen[kind as Kind]('t')}`

type Who = NonNullable<Column['who']>
const people: Record<Who, (value: string, x: string) => string> = {
  person: (value) => `(select u.handle from users u where u.id = ${value})`,
  agent: (value, x) => `(select a.slug from agents a where a.org_id = ${x}.org_id and a.id = ${value} and a.deleted_at is null)`,
  team: (value) => `(select h.handle from handles h where h.kind = 'team' and h.id = ${value})`,
}

/** The value of a column in a record. `x` is the row. */
function read(column: string, { read: own, who, of, must, many }: Column, x: string): string {
  const value = `${x}.${column}`
  if (own) return own
  if (who) return people[who](value, x)
  if (!of || must) return value
  if (!many)
    return `case when ${value} is not null then (select t.id from ${tableOf(of)} t where t.org_id = ${x}.org_id and t.id = ${value} and ${live(of, 't')}) end`
  return `case when :dangling::boolean then to_jsonb(${value})
    else coalesce((select jsonb_agg(n.id order by n.place) from unnest(${value}) with ordinality n (id, place)
      where exists (${target(of, 'n.id', x)})), '[]') end`
}

const object = (columns: Readonly<Record<string, Column>>, x: string): string =>
  `jsonb_build_object(${fieldsOf(columns)
    .map(([name, field, column]) => `'${field}', ${read(name, column, x)}`)
    .join(', ')})`

/** What links lead to, by the names that they have for it. */
const linkEnds = { task: 'item', note: 'note', spec: 'spec', decision: 'decision', feature: 'feature' } as const

function readPart({ table, parent, order, columns, only, one, read: own }: Part): string {
  const fields = fieldsOf(columns)
  const row = only ? read(only, columns[only] ?? {}, 'c') : object(columns, 'c')
  const referred = fields.flatMap(([name, , { of, must }]) => (of && must ? [`exists (${target(of, `c.${name}`, 'c')})`] : []))
  if (table === 'links') {
    const ends = Object.entries(linkEnds).map(([end, kind]) => `when '${end}' then exists (${target(kind, 'c.to_id', 'c')})`)
    referred.push(`case c.to_kind ${ends.join(' ')} else false end`)
  }
  const from = [`from ${table} c where c.org_id = x.org_id and c.${parent} = x.id`, ...(own ? [own] : []), ...referred].join(' and ')
  if (one) return `(select ${row} ${from})`
  const sorted = order
    .split(', ')
    .map((column) => `c.${column}`)
    .join(', ')
  return `coalesce((select jsonb_agg(${row} order by ${sorted}) ${from}), '[]')`
}

/** What stands beside the record in a change and in a line of a file. */
const beside: ReadonlySet<string> = new Set(['id', 'version'])

function select(kind: Kind): string {
  const { table, columns, parts } = syncedKinds[kind]
  const own = Object.fromEntries(Object.entries(columns).filter(([name]) => !beside.has(name)))
  const contained = parts.map((part) => `jsonb_build_object('${part.as}', ${readPart(part)})`)
  return `select x.id, x.version, ${[object(own, 'x'), ...contained].join(' || ')} as record, ${kind === 'attachment' ? 'x.file' : 'null'} as file
    from ${table} x where x.org_id = :org and :dangling::boolean is not null and ${isDeletable(kind) ? 'x.deleted_at is null' : 'true'} and ${seen[kind]('x')}`
}

type Statements = Record<Kind, Statement<RecordRow>>

const statements = (make: (select: string) => Statement<RecordRow>): Statements =>
  Object.fromEntries(kinds.map((kind) => [kind, make(select(kind))])) as Statements

/** One page of all records of a kind that the caller sees. */
export const pageOf = statements((rows) => plannedEachTime(`${rows} and x.id > :after order by x.id limit :limit`).as<RecordRow>())
/** Those of the given records that exist and that the caller sees. */
export const named = statements((rows) => sql(`${rows} and x.id = any(:ids::uuid[])`).as<RecordRow>())
