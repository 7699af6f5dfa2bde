import { sql, type Statement } from '../../../platform/postgres.ts'
import type { Column, Part, Synced } from '../../record.ts'
import { kinds, type Kind } from '../records/records.contract.ts'
import { syncedKinds, tableOf } from '../records/synced-kinds.ts'

type Stored = Statement<{ stored: number }>
type Named = readonly [name: string, column: Column]

/** The rows of a file, `g.given`, and as rows of their table, `r`. */
const rowsAs = (table: string) =>
  `jsonb_array_elements(:rows::jsonb) g (given) cross join lateral jsonb_populate_record(null::${table}, g.given) r`
const counted = (statement: string): Stored =>
  sql(`with done as (${statement} returning 1) select count(*)::integer as stored from done`).as<{ stored: number }>()

const isPresent = (of: string, value: string, fits = 'true') =>
  `exists (select from ${tableOf(of)} t where t.org_id = :org and t.id = ${value} and ${fits})`

const people: Record<NonNullable<Column['who']>, (name: string) => string> = {
  /** A member of this organization. */
  person: (handle) =>
    `(select m.user_id from memberships m join users u on u.id = m.user_id where m.org_id = :org and u.handle = ${handle})`,
  /** An agent of the importer: a file can't say what the agents of others have done. */
  agent: (slug) => `(select a.id from agents a where a.org_id = :org and a.slug = ${slug} and a.owner_id = :user and a.deleted_at is null)`,
  team: () => 'null',
}

/** What is stored in a column. */
function valueOf([name, { stored, who, of, many, must, fits }]: Named): string {
  if (typeof stored === 'string') return stored
  if (who) return people[who](`g.given ->> '@${name}'`)
  if (!of || must) return `r.${name}`
  if (many) {
    return `array(select n.id from unnest(r.${name}) with ordinality n (id, place) where ${isPresent(of, 'n.id', fits)} order by n.place)`
  }
  return `(select t.id from ${tableOf(of)} t where t.org_id = :org and t.id = r.${name} and ${fits ?? 'true'})`
}

/** Of what must be there, whether it is: a row that refers to nothing in this organization isn't stored. */
const requirements = (columns: readonly Named[]): string[] =>
  columns.flatMap(([name, { of, who, must }]) => {
    if (!must) return []
    return of ? [isPresent(of, `r.${name}`)] : who ? [`${people[who](`g.given ->> '@${name}'`)} is not null`] : []
  })

/** The columns that the first pass stores. Those without a value of any kind get their default. */
const storedIn = (columns: Readonly<Record<string, Column>>): Named[] =>
  Object.entries(columns).filter(([, { schema, stored, later }]) => !later && (schema ? stored !== null : typeof stored === 'string'))

/** Existing rows are left as they are, so importing a file again changes nothing. */
function store({ table, columns, there }: Synced): Statement<{ id: string }> {
  const given = storedIn(columns)
  const where = [...requirements(given), ...(there ? [there] : [])]
  return sql(`insert into ${table} (org_id, ${given.map(([name]) => name).join(', ')})
    select :org, ${given.map(valueOf).join(', ')} from ${rowsAs(table)}
    where :user::uuid is not null and :now::timestamptz is not null and ${['true', ...where].join(' and ')} on conflict do nothing returning id`).as<{
    id: string
  }>()
}

/** Rows of what the importer has stored, and of nobody else. */
function storePart({ table: owner, author }: Synced, { table, as, parent, columns, there }: Part): Stored {
  const given = storedIn(columns)
  const where = [...requirements(given), ...(there ? [there] : []), ...(table === 'links' ? [leadsSomewhere] : [])]
  return counted(`insert into ${table} (org_id, ${[parent, ...given.map(([name]) => name)].join(', ')})
    select :org, ${['x.id', ...given.map(valueOf)].join(', ')} from jsonb_array_elements(:rows::jsonb) f (given)
    join ${owner} x on x.org_id = :org and x.id = (f.given ->> 'id')::uuid and x.${author} = :user
    cross join lateral jsonb_array_elements(f.given -> '${as}') g (given) cross join lateral jsonb_populate_record(null::${table}, g.given) r
    where :now::timestamptz is not null and ${['true', ...where].join(' and ')} on conflict do nothing`)
}

const linkEnds = { task: 'item', note: 'note', spec: 'spec', decision: 'decision', feature: 'feature' }
const leadsSomewhere = `case r.to_kind ${Object.entries(linkEnds)
  .map(([end, kind]) => `when '${end}' then ${isPresent(kind, 'r.to_id')}`)
  .join(' ')} else false end`

/** Fills a reference of what the importer has stored, unless somebody has filled it since. */
function connect({ table, author }: Synced, [name, { of = '', many, later, fits = 'true' }]: Named): Stored {
  const also = typeof later === 'object' ? `, ${later.set}` : ''
  const own = `x.org_id = :org and x.id = r.id and x.${author} = :user and :now::timestamptz is not null`
  if (many) {
    const found = valueOf([name, { of, many, fits }])
    return counted(`update ${table} x set ${name} = ${found} from ${rowsAs(table)} where ${own} and x.${name} = '{}' and r.${name} <> '{}'`)
  }
  return counted(`update ${table} x set ${name} = t.id${also} from ${rowsAs(table)} join ${tableOf(of)} t on t.org_id = :org and t.id = r.${name}
    where ${own} and x.${name} is null and ${fits}`)
}

/** New numbers continue after the largest one in the file. */
const numbersOf = (kind: 'spec' | 'decision', table: string): Stored =>
  sql(`with done as (insert into record_numbers as n (org_id, scope_id, kind, last_number)
      select :org, coalesce(x.project_id, :org::uuid), '${kind}', max(x.number) from ${rowsAs(table)}
      join ${table} x on x.org_id = :org and x.id = r.id where :user::uuid is not null and :now::timestamptz is not null group by 2
      on conflict (org_id, scope_id, kind) do update set last_number = greatest(n.last_number, excluded.last_number) returning 1)
    select 0 as stored from done limit 1`).as<{ stored: number }>()

/** What else belongs to new records. */
const besides: Partial<Record<Kind, readonly Stored[]>> = {
  spec: [numbersOf('spec', 'specs')],
  decision: [numbersOf('decision', 'decisions')],
  feature: [
    counted(`insert into feature_authors (org_id, feature_id, user_id, why, created_at)
      select :org, r.id, :user, 'created', r.created_at from ${rowsAs('features')} where :now::timestamptz is not null on conflict do nothing`),
  ],
  attachment: [
    sql(`with total as (insert into attachment_totals as t (org_id, bytes) select :org, sum(r.size) from ${rowsAs('attachments')}
        where :user::uuid is not null and :now::timestamptz is not null having count(*) > 0
        on conflict (org_id) do update set bytes = t.bytes + excluded.bytes returning 1)
      select 0 as stored from total`).as<{ stored: number }>(),
  ],
}

interface Statements {
  /** Returns the ids of what didn't exist before. */
  store: Statement<{ id: string }>
  /** For those records: what belongs to them. */
  parts: readonly Stored[]
  /** Once all records exist: references to those that come later. */
  connect: readonly Stored[]
}

export const statements = Object.fromEntries(
  kinds.map((kind): [Kind, Statements] => {
    const synced = syncedKinds[kind]
    const parts = synced.parts.filter(({ why }) => !why)
    const own = (later: boolean) => parts.filter((part) => (part.later ?? false) === later).map((part) => storePart(synced, part))
    const references = Object.entries(synced.columns).filter(([, { later }]) => later)
    return [
      kind,
      {
        store: store(synced),
        parts: [...own(false), ...(besides[kind] ?? [])],
        connect: [...references.map((one) => connect(synced, one)), ...own(true)],
      },
    ]
  }),
) as Readonly<Record<Kind, Statements>>
