import { createHash } from 'node:crypto'
import { Refusal } from '../../../kernel/errors.ts'
import { isId } from '../../../platform/ids.ts'

/**
 * The id of an imported record in an organization. It is deterministic, so importing a file again finds what it stored before, and references need no
 * mapping table. The time in the id is preserved, because lists are ordered by it.
 */
export function mapId(org: string, id: string): string {
  const digest = createHash('sha256').update(`${org} ${id}`).digest('hex')
  return `${id.slice(0, 14)}7${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}`
}

/** Fields that hold the id of another record, wherever they occur. */
const references: ReadonlySet<string> = new Set([
  'id',
  'project',
  'item',
  'parent',
  'reply_to',
  'superseded_by',
  'spec',
  'scope_of',
  'milestone',
  'other',
])
const lists: ReadonlySet<string> = new Set(['blocked_by', 'skills', 'projects'])

/** The record with every id mapped to its new organization. */
export function mapRecord(org: string, id: string, record: Record<string, unknown>): Record<string, unknown> {
  const map = (value: unknown): unknown => (typeof value === 'string' && isId(value) ? mapId(org, value) : null)
  const fields = (given: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => {
        if (references.has(name)) return [name, map(value)]
        if (lists.has(name)) return [name, Array.isArray(value) ? value.map(map).filter((one) => one !== null) : []]
        if (name === 'links' || name === 'relations' || name === 'entries' || name === 'evidence') {
          return [
            name,
            Array.isArray(value) ? value.map((one) => (typeof one === 'object' && one !== null ? fields(one as never) : one)) : [],
          ]
        }
        return [name, value]
      }),
    )
  return { ...fields(record), id: mapId(org, id) }
}

const text = /^[^\0-\x08\x0b\x0c\x0e-\x1f\x7f\p{Cs}]*$/u
const oneLine = /^[^\p{Cc}\p{Cs}]*$/u
const names: ReadonlySet<string> = new Set(['title', 'name', 'slug', 'key', 'ref', 'handle', 'rank', 'labels', 'tags'])

/** The same rules as for any text input: a hand-edited export can't bring in anything that could not have been typed. */
export function checkTexts(value: unknown, field = ''): void {
  if (typeof value === 'string') {
    if (!(names.has(field) ? oneLine : text).test(value))
      throw new Refusal('invalid', 'A text of this file has characters that are not allowed in it.')
  } else if (Array.isArray(value)) for (const one of value) checkTexts(one, field)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) {
      checkTexts(name)
      checkTexts(one, name)
    }
  }
}
