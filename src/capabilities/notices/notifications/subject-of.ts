import { isId } from '../../../platform/ids.ts'
import type { EventRow } from '../../log/read-log.ts'

interface Subject {
  kind: string
  id: string
  ref: string | null
  title: string
}

const text = (value: unknown, max: number): string | null => (typeof value === 'string' && value ? value.slice(0, max) : null)

/**
 * What a notification says its event is about: only a name and a title from the event's data. A comment is about its item, a review
 * about its feature, a run about its task; any other resource is found under the prefix of its event types.
 */
export function subjectOf({ type, data }: EventRow): Subject | null {
  const fields = (data ?? {}) as Record<string, Record<string, unknown> | undefined>
  const [prefix = ''] = type.split('.')
  const name = ['item', 'feature', 'action', 'task'].find((one) => fields[one]) ?? prefix
  const about = fields[name]
  const id = about?.['id']
  if (!about || typeof id !== 'string' || !isId(id)) return null
  return {
    kind: text(name === 'item' ? about['kind'] : name === 'action' ? prefix : name, 40) ?? prefix,
    id,
    ref: text(about['key'] ?? about['ref'] ?? about['slug'], 100),
    title: text(about['title'] ?? about['name'], 300) ?? '',
  }
}

export const gateOf = ({ data }: EventRow): string | null => text((data as { gate?: unknown } | null)?.gate, 120)

const longestExcerpt = 280

/** The beginning of what somebody wrote, on one line, for those who are notified of it. */
export function excerptOf({ type, data }: EventRow): string | null {
  const { comment, entry, words } = (data ?? {}) as { comment?: { body?: unknown }; entry?: { body?: unknown }; words?: unknown }
  const said = [comment?.body, entry?.body, words].find((one): one is string => typeof one === 'string' && one.trim() !== '')
  if (said === undefined) return movedTo(type, (data ?? {}) as Record<string, unknown>)
  const line = said.replace(/\s+/g, ' ').trim()
  return line.length > longestExcerpt ? `${line.slice(0, longestExcerpt).toWellFormed()}…` : line
}

export function commentOf({ data }: EventRow): string | null {
  const id = (data as { comment?: { id?: unknown } } | null)?.comment?.id
  return typeof id === 'string' && isId(id) ? id : null
}

const inWords = (value: unknown): string => {
  const words = typeof value === 'string' ? value.replaceAll('_', ' ') : ''
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Describes a change of status: "From Todo to In progress". */
function movedTo(type: string, data: Record<string, unknown>): string | null {
  const { item, from, to, changed } = data as { item?: { status?: unknown }; from?: unknown; to?: unknown; changed?: unknown }
  if (type === 'feature.advanced' || type === 'feature.sent_back') return `From ${inWords(from)} to ${inWords(to)}`
  if (!item || !Array.isArray(changed) || !changed.includes('status')) return null
  const before = inWords((from as { status?: unknown } | undefined)?.status)
  return before ? `From ${before} to ${inWords(item.status)}` : inWords(item.status)
}
