import { Refusal } from '../kernel/errors.ts'
import { isId } from '../platform/ids.ts'

/** Before the first id and after the last: where a list by id begins. */
export const firstId = '00000000-0000-0000-0000-000000000000'
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

type Part = 'id' | 'number' | 'time' | 'text' | 'day'

/** A cursor is the place of the last row seen, and nothing a caller could use to see more than without it. */
export function encodeCursor(parts: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

export function decodeCursor<T extends readonly Part[]>(
  cursor: string | undefined,
  shape: T,
  ours: (parts: readonly unknown[]) => boolean = () => true,
): { [K in keyof T]: T[K] extends 'number' ? number : string } | null {
  if (cursor === undefined) return null
  const parts = parse(cursor)
  const right =
    Array.isArray(parts) && parts.length === shape.length && shape.every((part, place) => fits(part, parts[place])) && ours(parts)
  if (!right) throw new Refusal('invalid', 'This cursor is not one of ours. Start again without a cursor.')
  return parts as never
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
}

function fits(part: Part, value: unknown): boolean {
  if (part === 'number') return Number.isInteger(value) && Math.abs(value as number) <= 2_147_483_647
  if (part === 'text') return typeof value === 'string' && value.length <= 100 && !value.includes('\0')
  if (typeof value !== 'string' || value.length > 64 || value.includes('\0')) return false
  if (part === 'day') return value === 'infinity' || /^\d{4,6}-\d\d-\d\d$/.test(value)
  return part === 'id' ? isId(value) : !Number.isNaN(Date.parse(value))
}

/** Ask for one row more than the limit; it tells whether there is a next page. */
export function nextPage<Row>(
  rows: Row[],
  limit: number,
  place: (row: Row) => (string | number)[],
): { items: Row[]; next_cursor: string | null } {
  const items = rows.length > limit ? rows.slice(0, limit) : rows
  const end = items.at(-1)
  return { items, next_cursor: rows.length > limit && end ? encodeCursor(place(end)) : null }
}
