import { decodeCursor, encodeCursor } from '../../paging.ts'

export type Sort = 'newest' | 'rank' | 'priority' | 'due' | 'updated'
type Part = 'id' | 'number' | 'time' | 'text' | 'day'

export interface Order {
  /** The sort keys, first to last; together they are unique per row. */
  keys: readonly string[]
  direction: 'asc' | 'desc'
  parts: readonly Part[]
  /** Prefixed to a cursor, so that one of another order is refused. */
  name: string | null
  /** Set if a whole task has the keys as fields of its own and needs no extra columns for them. */
  fields?: readonly string[]
}

const rank = { keys: ['w.rank', 'w.number', 'w.id'], parts: ['text', 'number', 'id'] } as const
// The same expression as in the index: a task without a date comes last.
const due = "(case when w.due_on is null then 'infinity'::date else w.due_on end)"

const orders: Record<Exclude<Sort, 'newest'>, Order> = {
  rank: { ...rank, direction: 'asc', name: 'rank' },
  priority: { keys: ['w.priority_order', ...rank.keys], parts: ['number', ...rank.parts], direction: 'asc', name: 'priority' },
  due: { keys: [due, 'w.id'], parts: ['day', 'id'], direction: 'asc', name: 'due' },
  updated: { keys: ['w.updated_at', 'w.id'], parts: ['time', 'id'], direction: 'desc', name: 'updated' },
}
const byNumber: Order = { keys: ['w.number'], parts: ['number'], direction: 'desc', name: null, fields: ['number'] }
const byTime: Order = { keys: ['w.created_at', 'w.id'], parts: ['time', 'id'], direction: 'desc', name: null, fields: ['created_at', 'id'] }

/** The same order, but by the number stored with the first label asked for, since one index holds both. */
const byNumberOfLabel: Order = { ...byNumber, keys: ['l0.number'] }

/** Newest first is by number within one project, and by time across several, where numbers aren't comparable. */
export function orderOf(sort: Sort, oneProject: boolean, labelled = false): Order {
  if (sort === 'newest') return oneProject ? (labelled ? byNumberOfLabel : byNumber) : byTime
  return orders[sort]
}

/** The condition for the rows after this cursor. Rows whose keys don't change appear exactly once, whatever others write. */
export function after(order: Order, cursor: string | undefined, bind: (name: string, value: unknown) => string): string[] {
  const shape: Part[] = order.name === null ? [...order.parts] : ['text', ...order.parts]
  const parts = decodeCursor(cursor, shape, (found) => order.name === null || found[0] === order.name)
  if (!parts) return []
  const values = (order.name === null ? parts : parts.slice(1)).map((part, place) => bind(`after_${place}`, part))
  return [`(${order.keys.join(', ')}) ${order.direction === 'asc' ? '>' : '<'} (${values.join(', ')})`]
}

export const orderBy = ({ keys, direction }: Order): string => keys.map((key) => `${key} ${direction}`).join(', ')

/** The keys as columns of their own, to make a cursor from; `withoutKeys` and `withoutEmpty` remove them again. */
export const keyColumns = ({ keys }: Order): string => keys.map((key, place) => `${key} as sort_${place}`).join(', ')

type Row = Record<string, unknown>
type Value = string | number

export function cursorOf(order: Order, row: object): string {
  const values = order.keys.map((_, place) => ((row as Row)[`sort_${place}`] ?? (row as Row)[order.fields?.[place] ?? '']) as Value)
  return encodeCursor(order.name === null ? values : [order.name, ...values])
}

export const isKey = (column: string): boolean => column.startsWith('sort_')

export function withoutKeys<T extends object>(row: T): T {
  const rest: Partial<T> = {}
  for (const name in row) if (!isKey(name)) rest[name] = row[name]
  return rest as T
}
