import { z } from 'zod'
import { Markdown, Name, Title } from '../../vocabulary.contract.ts'
import { Kind, Labels, Priority, Status, taskInput } from '../items/work-items.contract.ts'

const ExternalId = z.string().regex(/^[^\s,\p{Cc}\p{Cs}]{1,100}$/u, 'must be 1 to 100 characters without spaces and commas')
const MilestoneName = Name.regex(/^(?!none$)/i, 'must not be none')
const Who = z.string().regex(/^[\w-]{1,64}$/, 'must be a handle, slug or id')

/** One item of a file. Omitted fields stay as they are; null and an empty list clear them. */
export const ImportRow = z.strictObject({
  external_id: ExternalId.optional(),
  kind: Kind.default('task'),
  parent: ExternalId.nullish(),
  title: Title,
  description: Markdown.optional(),
  status: Status.optional(),
  priority: Priority.optional(),
  labels: Labels.optional(),
  ...taskInput,
  milestone: MilestoneName.nullish(),
  assignee: Who.nullish(),
  assignee_agent: Who.nullish(),
  blocked_by: z.array(ExternalId).max(50).optional(),
  rank: z.int().min(0).max(2_147_483_647).optional(),
  completion_notes: Markdown.nullish(),
})
export type ImportRow = z.output<typeof ImportRow>

export const columns = Object.keys(ImportRow.shape) as (keyof ImportRow)[]

type Cell = (text: string) => unknown
const text: Cell = (cell) => cell
const orLeftOut: Cell = (cell) => (cell === '' ? undefined : cell)
const orNull: Cell = (cell) => (cell === '' ? null : cell)
const numberOrNull: Cell = (cell) => (cell === '' ? null : Number(cell))
const many: Cell = (cell) => cell.split(',').filter(Boolean)

/** How CSV cells are read: everything is text, and an empty cell means no value. */
export const cells: Record<keyof ImportRow, Cell> = {
  external_id: orLeftOut,
  kind: orLeftOut,
  parent: orNull,
  title: text,
  description: text,
  status: orLeftOut,
  priority: orLeftOut,
  labels: many,
  estimate: numberOrNull,
  start_on: orNull,
  due_on: orNull,
  milestone: orNull,
  assignee: orNull,
  assignee_agent: orNull,
  blocked_by: many,
  rank: (cell) => (cell === '' ? undefined : Number(cell)),
  completion_notes: orNull,
}

/** The reverse: an exported item as cells, in the order of the columns. */
export function toCells(item: Record<keyof ImportRow, unknown>): string[] {
  return columns.map((column) => {
    const value = item[column]
    return Array.isArray(value) ? value.join(',') : value === null || value === undefined ? '' : String(value)
  })
}
