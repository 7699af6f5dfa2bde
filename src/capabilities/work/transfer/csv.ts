import { Refusal } from '../../../kernel/errors.ts'

/** A row of a file and the line it begins on. */
export interface Line {
  line: number
  cells: string[]
}

// Spreadsheets run what begins like a formula. A leading apostrophe makes it text; one more apostrophe keeps that reversible.
const risky = /^'*[=+\-@\t\r\n]/
const guarded = /^'+[=+\-@\t\r\n]/

export const guard = (cell: string): string => (risky.test(cell) ? `'${cell}` : cell)
export const unguard = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell)

/** One record of RFC 4180, with its line end. */
export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quote(guard(cell))).join(',')}\r\n`
}

/** More than there are columns. */
const maxCells = 200

const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Reads RFC 4180, also with bare line feeds and a byte order mark. Empty lines are left out. Stops after `maxLines`, and one more. */
export function readCsv(text: string, maxLines = Infinity): Line[] {
  const lines: Line[] = []
  let cells: string[] = []
  let line = 1
  let begin = 1
  let at = text.startsWith('\ufeff') ? 1 : 0
  const end = () => {
    if (cells.length > 1 || cells[0] !== '') lines.push({ line: begin, cells: cells.map(unguard) })
    cells = []
    begin = ++line
  }
  while (at < text.length && lines.length <= maxLines) {
    if (cells.length >= maxCells) throw broken(line, `there are more than ${maxCells} cells`)
    if (text[at] === '"') {
      const close = closing(text, at + 1, line)
      const raw = text.slice(at + 1, close)
      cells.push(raw.replaceAll('""', '"'))
      line += raw.split('\n').length - 1
      at = close + 1
      if (at < text.length && !',\r\n'.includes(text[at] as string))
        throw broken(line, 'after a closing quote comes a comma or the end of the line')
    } else {
      let stop = at
      while (stop < text.length && !',\r\n'.includes(text[stop] as string)) stop++
      cells.push(text.slice(at, stop))
      at = stop
    }
    if (text[at] === ',') {
      at++
      if (at === text.length) cells.push('')
      continue
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    end()
  }
  if (cells.length > 0) end()
  return lines
}

function closing(text: string, from: number, line: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at
  throw broken(line, 'a quote is opened and never closed')
}

const broken = (line: number, why: string) =>
  new Refusal('invalid', `This is not CSV: on line ${line}, ${why}.`, { errors: [{ line, message: why }] })
