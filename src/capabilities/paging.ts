import { Refusal } from '../kernel/errors.ts'
import type { Context } from '../kernel/context.ts'
import { isId } from '../platform/ids.ts'
import { counting, type Statement, type Values } from '../platform/postgres.ts'

/** Below the first id and above the last: where a list sorted by id starts. */
export const firstId = '00000000-0000-0000-0000-000000000000'
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

type Part = 'id' | 'number' | 'time' | 'text' | 'day'

/** A cursor is the position of the last row seen and gives no access to anything more. It is short because models pay for its tokens. */
export function encodeCursor(parts: readonly (string | number)[]): string {
  return parts.map(encodePart).join('.')
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

const time = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?Z$/
const shortTime = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:_(\d+))?$/

/** Numbers are written as they are; for everything else the first character tells the type. */
function encodePart(part: string | number): string {
  if (typeof part === 'number') return String(part)
  if (isId(part)) return `~${Buffer.from(part.replaceAll('-', ''), 'hex').toString('base64url')}`
  if (time.test(part))
    return `@${part.replace(time, (_, ...digits: string[]) => digits.slice(0, 6).join('') + (digits[6] ? `_${digits[6]}` : ''))}`
  return /^[\w-]+$/.test(part) ? `=${part}` : `*${Buffer.from(part).toString('base64url')}`
}

function decodePart(part: string): unknown {
  const rest = part.slice(1)
  if (part.startsWith('~'))
    return Buffer.from(rest, 'base64url')
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  if (part.startsWith('@'))
    return rest.replace(shortTime, (_, y, m, d, h, min, s, f) => `${y}-${m}-${d}T${h}:${min}:${s}${f ? `.${f}` : ''}Z`)
  if (part.startsWith('=')) return rest
  return part.startsWith('*') ? Buffer.from(rest, 'base64url').toString() : Number(part)
}

function parse(cursor: string): unknown {
  // Cursors of earlier versions are JSON; those handed out before an update keep working.
  if (!cursor.startsWith('W')) return cursor.split('.').map(decodePart)
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

/** Query one row more than the limit: it tells whether there is a next page. */
export function nextPage<Row>(
  rows: Row[],
  limit: number,
  place: (row: Row) => (string | number)[],
): { items: Row[]; next_cursor: string | null } {
  const items = rows.length > limit ? rows.slice(0, limit) : rows
  const end = items.at(-1)
  return { items, next_cursor: rows.length > limit && end ? encodeCursor(place(end)) : null }
}

/** Counting is bounded, so that a hundred thousand rows are not counted to show fifty. */
const maxCounted = 1000

/**
 * Adds the total to a page for an agent: "50 of 230" tells it whether to narrow its query. A page that holds everything shows that by
 * having no cursor. `values` must start at the first row and ask for one row more than is counted.
 */
export async function withTotal<Page extends { next_cursor: string | null }, Name extends string>(
  ctx: Context,
  cursor: string | undefined,
  page: Page,
  statement: Statement<unknown, Name>,
  values: Values<NoInfer<Name>>,
): Promise<Page & { total?: number; total_capped?: boolean }> {
  if (!ctx.call.brief || (page.next_cursor === null && cursor === undefined)) return page
  const { count } = await ctx.tx.one(counting(statement), values)
  return { ...page, total: Math.min(count, maxCounted), ...(count > maxCounted && { total_capped: true }) }
}

/** Used in place of a page's limit. */
export const allRows = maxCounted + 1

/** Pattern for a prefix search with `like` on a lower-cased column. */
export const likePrefix = (q: string): string => `${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
