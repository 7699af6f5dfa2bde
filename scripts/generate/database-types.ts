import type pg from 'pg'

interface Column {
  table: string
  column: string
  type: string
  nullable: boolean
  choices: string | null
}

// A CHECK (column in (…)) becomes a union of literals; PostgreSQL stores it as = ANY (ARRAY['a'::text, …]).
const catalogue = `
  select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as table, a.attname as column,
    format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
    (select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\['
      limit 1) as choices
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
  order by n.nspname <> 'public', c.relname, a.attnum`

const types: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  date: 'string',
  'timestamp with time zone': 'string',
  tsvector: 'string',
  vector: 'string',
  inet: 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  real: 'number',
  'double precision': 'number',
  jsonb: 'unknown',
  bytea: 'Buffer',
}

/** src/platform/database-types.ts: every table of the migrated database, typed as our driver returns it (timestamps stay text). */
export async function renderDatabaseTypes(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Column>(catalogue)
  const tables = Map.groupBy(rows, (row) => row.table)
  const text = [...tables].map(([table, columns]) => `  ${JSON.stringify(table)}: {\n${columns.map(property).join('\n')}\n  }`)
  return `// Generated from the migrated database by: npm run generate
export interface Tables {
${text.join('\n')}
}
`
}

function property({ table, column, type, nullable, choices }: Column): string {
  const list = type.endsWith('[]')
  const plain = types[list ? type.slice(0, -2) : type]
  if (!plain) throw new Error(`${table}.${column} is ${type}: say in scripts/generate/database-types.ts what the driver makes of it`)
  const literals = choices?.match(/'[^']*'(?=::text)/g)?.join(' | ')
  return `    ${column}: ${literals ?? (list ? `${plain}[]` : plain)}${nullable && plain !== 'unknown' ? ' | null' : ''}`
}
