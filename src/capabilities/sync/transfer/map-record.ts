import { isId } from '../../../platform/ids.ts'
import { mapId } from './map-id.ts'

/** Fields that name something else by its id, wherever they stand in a record. */
const references: ReadonlySet<string> = new Set(['id', 'project', 'item', 'parent', 'reply_to', 'superseded_by', 'spec', 'scope_of'])
const lists: ReadonlySet<string> = new Set(['blocked_by', 'skills', 'projects'])

/** The record with every id as it is in its new organization. */
export function mapRecord(org: string, id: string, record: Record<string, unknown>): Record<string, unknown> {
  const map = (value: unknown): unknown => (typeof value === 'string' && isId(value) ? mapId(org, value) : null)
  const fields = (given: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => {
        if (references.has(name)) return [name, map(value)]
        if (lists.has(name)) return [name, Array.isArray(value) ? value.map(map).filter((one) => one !== null) : []]
        if (name === 'links' || name === 'entries' || name === 'evidence') {
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
