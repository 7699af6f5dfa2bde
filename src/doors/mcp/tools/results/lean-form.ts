import { isId } from '../../../../platform/ids.ts'
import { isSaid } from './concise-form.ts'

type Fields = Record<string, unknown>

const time = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+Z$/
const shortestTime = '2026-01-01T00:00:00.0Z'.length
const letterT = 84
const names = ['key', 'ref', 'slug']
/** Internal sort positions, and counters that a key or ref already contains. */
const machineOnly = new Set(['rank', 'number', 'lease_holder', 'embedded'])
/** Shown only if true, or more than none. */
const flags = new Set(['pinned', 'blocked', 'open_questions', 'outdated', 'data_cut', 'archive_memory', 'self_approved', 'logged'])

/**
 * Drops what a model pays for and can't use: empty values, ids of things that have a name, fractions of a second. People and agents
 * are replaced by the names that tools accept.
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

/** What a field's name determines about whether its value is shown. */
interface Rule {
  name: string
  said: string
  /** When it is left out: never, if the thing has a name, or always. */
  left: 'never' | 'named' | 'always'
  isFlag: boolean
  isKind: boolean
  /** Whose id it may hold: that of the thing itself or its replacement, or that of another thing, which nobody needs. */
  ids: 'own' | 'others' | undefined
}

/** There are some hundreds of fields. User-defined names are unbounded, so the cache is capped. */
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
    // A thing without a name is referred to by its id, and so is its replacement.
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
  if ((isFlag && !value) || (left !== 'never' && (named || left === 'always'))) return false
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

/** The handle of a person or the slug of an agent; for an actor, the name of whichever acted. */
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
