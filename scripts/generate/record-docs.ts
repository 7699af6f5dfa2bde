import { reasons, type Column, type Why } from '../../src/capabilities/record.ts'
import { kinds } from '../../src/capabilities/sync/records/records.contract.ts'
import { syncedKinds } from '../../src/capabilities/sync/records/synced-kinds.ts'
import { tablesLeftOut } from '../../src/capabilities/sync/records/tables-left-out.ts'

/** Every column of a synced table, with its table. */
export function* syncedColumns(): Generator<{ kind: string; table: string; name: string; column: Column; why: Why | undefined }> {
  for (const kind of kinds) {
    const { table, columns, parts } = syncedKinds[kind]
    for (const [name, column] of Object.entries(columns)) yield { kind, table, name, column, why: column.why }
    for (const part of parts) {
      for (const [name, column] of Object.entries(part.columns)) {
        yield { kind, table: part.table, name, column, why: part.why && column.schema ? part.why : column.why }
      }
    }
  }
}

/** What many tables have alike is named once. */
const everywhere: ReadonlySet<string> = new Set(['org_id', 'deleted_at'])

function columnsOf(why: Why): string {
  const named = [...syncedColumns()].filter((one) => one.why === why)
  const common = named.flatMap(({ name }) => (everywhere.has(name) ? [`\`${name}\``] : []))
  const own = named.filter(({ name }) => !everywhere.has(name)).map(({ table, name }) => `\`${table}.${name}\``)
  return [...new Set([...common, ...own])].join(', ')
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** The tables of docs/sync.md: what an import changes, and what records leave out. */
export function renderRecordDocs(): string {
  const all = Object.entries(reasons) as [Why, { file: string; imported?: string; left?: string }][]
  const changed = all.flatMap(([why, { file, imported }]) => (imported ? [[file, imported, columnsOf(why)]] : []))
  const omitted = all.flatMap(([why, { file, left }]) => (left ? [[file, left, columnsOf(why)]] : []))
  const tables = tablesLeftOut.map(({ what, why, tables: names }) => [what, why, names.map((name) => `\`${name}\``).join(', ')])
  return [
    table(['In the file', 'In the organization', 'Columns'], changed),
    'These columns of exported tables are not in the file:',
    table(['What', 'Why', 'Columns'], omitted),
    'And these tables:',
    table(['What', 'Why', 'Tables'], tables),
  ].join('\n\n')
}

const mark = { begin: '<!-- Generated from the records by: npm run generate -->', end: '<!-- End of the generated part -->' }

/** The page with its tables as they should be. */
export function withRecordDocs(page: string): string {
  const [begin, end] = [page.indexOf(mark.begin), page.indexOf(mark.end)]
  if (begin === -1 || end < begin) throw new Error('docs/sync.md has lost the marks between which its tables are generated')
  return `${page.slice(0, begin)}${mark.begin}\n\n${renderRecordDocs()}\n\n${page.slice(end)}`
}
