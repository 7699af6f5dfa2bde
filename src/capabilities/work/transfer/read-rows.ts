import { Refusal } from '../../../kernel/errors.ts'
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

/** The items of a file that can be read, and what is wrong with the others, each with its line. */
export function readRows(format: 'csv' | 'json', content: string): ReadFile {
  if (Buffer.byteLength(content) > maxBytes) throw tooMuch()
  const problems: Problem[] = []
  const found = format === 'csv' ? fromCsv(readCsv(content), problems) : fromJson(content, problems)
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
  return content.split('\n').flatMap((text, place): Found[] => {
    if (text.trim() === '') return []
    try {
      return [{ line: place + 1, value: JSON.parse(text) as unknown }]
    } catch {
      problems.push({ line: place + 1, field: '', message: 'is not JSON: one item on each line' })
      return []
    }
  })
}
