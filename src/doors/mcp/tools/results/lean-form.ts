import { isId } from '../../../../platform/ids.ts'
import { isSaid } from './concise-form.ts'

type Fields = Record<string, unknown>

const time = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+Z$/
const shortestTime = '2026-01-01T00:00:00.0Z'.length
const names = ['key', 'ref', 'slug']
/** Places in an order of ours and counters that a key or ref says already. */
const machineOnly = new Set(['rank', 'number', 'lease_holder', 'embedded'])
/** Said where they hold. */
const flags = new Set(['pinned', 'blocked', 'outdated', 'data_cut', 'archive_memory', 'self_approved', 'logged'])

/**
 * A result without what a model pays for and cannot use: what is empty, ids of things that have a name, fractions of a second.
 * People and agents go by the names that tools take.
 */
export function leanForm(value: unknown): unknown {
  if (typeof value === 'string') return value.length < shortestTime ? value : value.replace(time, '$1Z')
  if (Array.isArray(value)) return value.map(leanForm)
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Fields
  return nameOf(fields) ?? leanFields(fields)
}

function leanFields(fields: Fields): Fields {
  const named = names.some((name) => typeof fields[name] === 'string')
  const kept: Fields = {}
  for (const name in fields) {
    if (name !== 'description' || fields[name] !== fields['summary']) keepLean(kept, name, fields[name], named)
  }
  return kept
}

function keepLean(kept: Fields, name: string, value: unknown, named: boolean): void {
  if (!isUseful(name, value, named)) return
  const lean = leanForm(value)
  if (isSaid(lean)) kept[name === 'actor' ? 'by' : name] = lean
}

/** Whether these are kept depends on the other fields of their item, so that picking fields first would change the result. */
const telling = new Set(['name', 'credential', 'description'])

/** Picks these fields of each item and makes them lean in one pass. Undefined if that is not possible: then `conciseForm` and `leanForm` do it. */
export function leanItems(items: readonly Fields[], fields: readonly string[]): Fields[] | undefined {
  if (fields.some((field) => field.includes('.') || telling.has(field))) return undefined
  const nameFields = names.filter((name) => fields.includes(name))
  return items.map((item) => {
    const named = nameFields.some((name) => typeof item[name] === 'string')
    const kept: Fields = {}
    for (const field of fields) keepLean(kept, field, item[field], named)
    return kept
  })
}

function isUseful(name: string, value: unknown, named: boolean): boolean {
  if (!isSaid(value) || (value === false && flags.has(name))) return false
  if (machineOnly.has(name) && (named || name !== 'number')) return false
  if (named && name === 'kind' && value === 'task') return false
  if (typeof value !== 'string' || !isId(value)) return true
  if (name === 'id') return !named
  // What has no name of its own is called by its id, and so is what replaced it.
  return name === 'superseded_by' ? !named : !name.endsWith('_id') && !name.endsWith('_by')
}

/** A person's handle, an agent's slug, or whichever of them did something. */
function nameOf(fields: Fields): string | undefined {
  const { handle, slug, name, kind, agent_name, user_handle, credential } = fields
  if ('id' in fields && typeof name === 'string' && sizeOf(fields) === (kind === 'person' || kind === 'agent' ? 4 : 3)) {
    return asText(handle ?? slug)
  }
  if ('credential' in fields && 'user_handle' in fields) return asText(agent_name ?? user_handle ?? credential)
  return undefined
}

const sizeOf = (fields: Fields): number => Object.keys(fields).length
const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
