import { isId } from '../../../../platform/ids.ts'
import { isSaid } from './concise-form.ts'

type Fields = Record<string, unknown>

const time = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+Z$/
const shortestTime = '2026-01-01T00:00:00.0Z'.length
const letterT = 84
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
  if (typeof value === 'string') return value.length < shortestTime || value.charCodeAt(10) !== letterT ? value : value.replace(time, '$1Z')
  if (Array.isArray(value)) return value.map(leanForm)
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Fields
  return nameOf(fields) ?? leanFields(fields)
}

function leanFields(fields: Fields): Fields {
  const named = isNamed(fields)
  const kept: Fields = {}
  for (const name in fields) {
    if (name !== 'description' || fields[name] !== fields['summary']) keepLean(kept, ruleOf(name), fields[name], named)
  }
  return kept
}

export const isNamed = ({ key, ref, slug }: Fields): boolean =>
  typeof key === 'string' || typeof ref === 'string' || typeof slug === 'string'

/** What the name of a field tells of whether its value is worth saying. */
interface Rule {
  name: string
  said: string
  /** Left out: never, where the thing has a name, or always. */
  left: 'never' | 'named' | 'always'
  isFlag: boolean
  isKind: boolean
  /** Ids in it: of the thing itself, or of something that replaced it; or of another, which nobody needs. */
  ids: 'own' | 'others' | undefined
}

/** Fields are some hundreds. What people name themselves may be without end, and is not kept. */
const mostRules = 2_000
const rules = new Map<string, Rule>()

function ruleOf(name: string): Rule {
  const known = rules.get(name)
  if (known) return known
  const rule: Rule = {
    name,
    said: name === 'actor' ? 'by' : name,
    left: !machineOnly.has(name) ? 'never' : name === 'number' ? 'named' : 'always',
    isFlag: flags.has(name),
    isKind: name === 'kind',
    // What has no name of its own is called by its id, and so is what replaced it.
    ids: name === 'id' || name === 'superseded_by' ? 'own' : name.endsWith('_id') || name.endsWith('_by') ? 'others' : undefined,
  }
  if (rules.size < mostRules) rules.set(name, rule)
  return rule
}

function keepLean(kept: Fields, rule: Rule, value: unknown, named: boolean): void {
  if (!isSaid(value) || !isUseful(rule, value, named)) return
  const lean = leanForm(value)
  if (lean === value || isSaid(lean)) kept[rule.said] = lean
}

function isUseful({ left, isFlag, isKind, ids }: Rule, value: unknown, named: boolean): boolean {
  if ((isFlag && value === false) || (left !== 'never' && (named || left === 'always'))) return false
  if (isKind && named && value === 'task') return false
  if (ids === undefined || typeof value !== 'string' || !isId(value)) return true
  return ids === 'own' && !named
}

/** Whether these are kept depends on the other fields of their item, so that picking fields first would change the result. */
const telling = new Set(['name', 'credential', 'description'])

/** Picks these fields of each item and makes them lean in one pass. Undefined if that is not possible: then `conciseForm` and `leanForm` do it. */
export function leanItems(items: readonly Fields[], fields: readonly string[]): Fields[] | undefined {
  if (fields.some((field) => field.includes('.') || telling.has(field))) return undefined
  const picked = fields.map(ruleOf)
  const nameFields = names.filter((name) => fields.includes(name))
  return items.map((item) => {
    let named = false
    for (const name of nameFields) if (typeof item[name] === 'string') named = true
    const kept: Fields = {}
    for (const rule of picked) keepLean(kept, rule, item[rule.name], named)
    return kept
  })
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
