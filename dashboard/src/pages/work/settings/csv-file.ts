/** The fields that a column of a file can be mapped to. */
export const importColumns = {
  title: 'Title',
  description: 'Description',
  status: 'Status',
  priority: 'Priority',
  labels: 'Labels',
  assignee: 'Assignee',
  due_on: 'Due date',
  start_on: 'Start date',
  estimate: 'Estimate',
  milestone: 'Milestone',
  external_id: 'ID',
  kind: 'Type',
  parent: 'Parent',
  blocked_by: 'Blocked by',
  assignee_agent: 'Agent',
  rank: 'Order',
  completion_notes: 'Completion notes',
} as const
export type ImportColumn = keyof typeof importColumns
/** The column of the file that each field is read from. */
export type Mapping = Partial<Record<ImportColumn, number>>

interface Record_ {
  line: number
  cells: string[]
}
export interface CsvFile {
  header: string[]
  rows: Record_[]
}

/** RFC 4180 as spreadsheets write it. Anything else that is broken is found by the server, which names the line. */
export function readCsvFile(text: string): CsvFile {
  const rows: Record_[] = []
  let cells: string[] = []
  let cell = ''
  let quoted = false
  let line = 1
  let begin = 1
  const end = () => {
    cells.push(cell)
    if (cells.some((one) => one !== '')) rows.push({ line: begin, cells })
    cells = []
    cell = ''
  }
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '\n') line++
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[++at]
      else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === ',') {
      cells.push(cell)
      cell = ''
    } else if (sign === '\n') {
      end()
      begin = line
    } else if (sign !== '\r') cell += sign
  }
  if (cell !== '' || cells.length > 0) end()
  const [header, ...rest] = rows
  return { header: header?.cells.map((one) => one.trim()) ?? [], rows: rest }
}

const otherNames: Partial<Record<ImportColumn, string[]>> = {
  title: ['name', 'summary', 'task', 'issue'],
  description: ['body', 'details', 'notes'],
  status: ['state', 'column'],
  labels: ['label', 'tags', 'tag'],
  assignee: ['owner', 'assigned to'],
  due_on: ['due', 'due date', 'deadline'],
  start_on: ['start', 'start date'],
  estimate: ['points', 'story points', 'size'],
  external_id: ['id', 'key', 'issue key'],
  kind: ['type', 'issue type'],
  parent: ['epic', 'parent key'],
}

/** A first guess, from the names of the columns. */
export function guessMapping(header: readonly string[]): Mapping {
  const names = header.map((one) => one.toLowerCase().replaceAll(/[_-]+/g, ' ').trim())
  const found = Object.entries(importColumns).map(([column, title]) => {
    const wanted = [column.replaceAll('_', ' '), title.toLowerCase(), ...(otherNames[column as ImportColumn] ?? [])]
    return [column, names.findIndex((name) => wanted.includes(name))] as const
  })
  return Object.fromEntries(found.filter(([, at]) => at >= 0))
}

const sameAs: Record<string, string> = {
  to_do: 'todo',
  open: 'todo',
  new: 'backlog',
  doing: 'in_progress',
  started: 'in_progress',
  review: 'in_review',
  done: 'complete',
  completed: 'complete',
  closed: 'complete',
  canceled: 'cancelled',
  normal: 'medium',
  highest: 'urgent',
  critical: 'urgent',
  lowest: 'low',
  issue: 'task',
  bug: 'task',
}
const wordColumns = new Set<ImportColumn>(['status', 'priority', 'kind'])

/** Normalizes other tools' values, such as "In Progress", to Baton's. */
function asRead(column: ImportColumn, cell: string): string {
  const text = cell.trim()
  if (column === 'labels')
    return text
      .split(/[,;]/)
      .map((one) => one.trim())
      .filter(Boolean)
      .join(',')
  if (column === 'assignee') return text.replace(/^@/, '')
  if (!wordColumns.has(column)) return column === 'description' ? cell : text
  const word = text.toLowerCase().replaceAll(/[\s-]+/g, '_')
  return sameAs[word] ?? word
}

const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** The chosen columns under Baton's names, and which line of the file each of its lines comes from. */
export function mappedCsv({ rows }: CsvFile, mapping: Mapping): { content: string; lineOf(line: number): number } {
  const columns = Object.entries(mapping) as [ImportColumn, number][]
  const lines = new Map<number, number>()
  let content = `${columns.map(([column]) => column).join(',')}\n`
  let line = 2
  for (const row of rows) {
    lines.set(line, row.line)
    const text = `${columns.map(([column, at]) => quote(asRead(column, row.cells[at] ?? ''))).join(',')}\n`
    content += text
    line += text.split('\n').length - 1
  }
  return { content, lineOf: (one) => lines.get(one) ?? one }
}
