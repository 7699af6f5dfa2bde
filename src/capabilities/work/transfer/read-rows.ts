import { Refusal } from '../../../kernel/errors.ts'
import { parseBounded } from '../../../platform/bounded-json.ts'
import { readCsv, type Line } from './csv.ts'
import { ImportRow, cells, columns } from './import-row.ts'
import { maxBytes } from './transfer.contract.ts'

export interface Problem {
  line: number
  field: string
  message: string
}

export interface ReadRow {
  line: number
  row: ImportRow
}

export interface ReadFile {
  rows: ReadRow[]
  problems: Problem[]
  count: number
}

const maxRows = 5000
/** In one row: more than all fields and lists of an item together. */
const maxValues = 2000

/** The items of a file that can be read, and what is wrong with the others, each with its line. */
export function readRows(format: 'csv' | 'json', content: string): ReadFile {
  if (Buffer.byteLength(content) > maxBytes) throw tooMuch()
  const problems: Problem[] = []
  const found = format === 'csv' ? fromCsv(readCsv(content, maxRows + 1), problems) : fromJson(content, problems)
  if (found.length > maxRows) throw tooMuch()
  const rows = found.flatMap(({ line, value }): ReadRow[] => {
    const parsed = ImportRow.safeParse(value)
    if (parsed.success) return [{ line, row: parsed.data }]
    for (const issue of parsed.error.issues)
      problems.push({ line, field: String(issue.path[0] ?? ''), message: issue.message.slice(0, 200) })
    return []
  })
  return { rows, problems, count: found.length }
}

const tooMuch = () =>
  new Refusal('too_large', `An import has at most ${maxRows} rows and 5 MiB. Split the file; parts refer to each other by external_id.`)

interface Found {
  line: number
  value: unknown
}

function fromCsv([head, ...lines]: Line[], problems: Problem[]): Found[] {
  if (!head) throw new Refusal('invalid', 'The file is empty. Its first line names the columns, such as external_id,title,status.')
  const names = head.cells.map((name) => name.trim().toLowerCase())
  const unknown = names.findIndex((name) => !(columns as string[]).includes(name))
  if (unknown !== -1 || new Set(names).size !== names.length || !names.includes('title')) {
    const why = unknown === -1 ? 'every column once, and title among them' : `column ${unknown + 1} is none of these`
    throw new Refusal('invalid', `The first line must name the columns (${why}): ${columns.join(', ')}.`)
  }
  return lines.flatMap(({ line, cells: given }): Found[] => {
    if (given.length !== names.length) {
      problems.push({ line, field: '', message: `has ${given.length} cells where the first line has ${names.length}` })
      return []
    }
    const value = Object.fromEntries(names.map((name, place) => [name, cells[name as keyof ImportRow](given[place] ?? '')]))
    return [{ line, value }]
  })
}

function fromJson(content: string, problems: Problem[]): Found[] {
  const found: Found[] = []
  let line = 0
  let rows = 0
  for (let at = 0; at < content.length;) {
    const end = content.indexOf('\n', at)
    const text = content.slice(at, end === -1 ? undefined : end)
    at = end === -1 ? content.length : end + 1
    line++
    if (text.trim() === '') continue
    // Lines that can't be read count too: each becomes a problem.
    if (++rows > maxRows) throw tooMuch()
    try {
      found.push({ line, value: parseBounded(text, maxValues) })
    } catch {
      problems.push({ line, field: '', message: 'is not JSON: one item on each line' })
    }
  }
  return found
}
