import { oneLine, type Data } from './event-names.ts'

/** One field that an event changed, in words. Null means none, or that an old event didn't record it. */
export interface FieldChange {
  field: string
  from: string | null
  to: string | null
}

/** Names of what an event holds only by id. */
type Names = ReadonlyMap<string, { name: string }>

/** Fields whose texts are too long for a line, which says only that they were edited. */
const texts = new Set(['description', 'completion_notes', 'summary', 'content', 'body', 'recommendation', 'risks'])
/** Fields that follow from another one, or are the server's own bookkeeping. */
const silent = new Set(['completed_at', 'rank', 'assignee_agent_id', 'proof', 'proof_covers', 'gate_kind', 'former_keys'])
const fieldNames: Record<string, string> = {
  due_on: 'due date',
  start_on: 'start date',
  target_on: 'target date',
  completion_notes: 'completion notes',
}
const enumerations = new Set(['status', 'priority'])

const isObject = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldName = (field: string): string => fieldNames[field] ?? field.replace(/_(id|on)$/, '').replaceAll('_', ' ')

/** The names under which events hold what they are about. */
const holders = ['item', 'feature', 'milestone', 'spec', 'decision', 'note', 'agent', 'project'] as const
const thingIn = (data: Data): Data | undefined => holders.map((name) => data[name]).find(isObject)

/** The ids whose names these changes need. */
export function namedIn(data: Data): string[] {
  const before = isObject(data['from']) ? data['from'] : {}
  const after = thingIn(data) ?? {}
  return fieldsOf(data)
    .filter((field) => field.endsWith('_id'))
    .flatMap((field) => [before[field], after[field]])
    .filter((id): id is string => typeof id === 'string')
}

export function fieldChanges(data: Data, names: Names): FieldChange[] {
  const before = isObject(data['from']) ? data['from'] : {}
  const after = thingIn(data) ?? {}
  return fieldsOf(data).flatMap((field): FieldChange[] => {
    if (texts.has(field)) return [{ field: fieldName(field), from: null, to: null }]
    if (field === 'labels' || field === 'tags') return ofList(field.slice(0, -1), before[field], after[field])
    if (field === 'assignee') return [{ field, from: nameIn(before[field]), to: nameIn(after[field]) }]
    return [{ field: fieldName(field), from: inWords(field, before[field], names), to: inWords(field, after[field], names) }]
  })
}

/** An assignee is one field, whether it is a person or an agent. */
function fieldsOf(data: Data): string[] {
  const changed = Array.isArray(data['changed']) ? data['changed'].map(String) : []
  const assigned = changed.some((field) => field === 'assignee_id' || field === 'assignee_agent_id')
  const others = changed.filter((field) => field !== 'assignee_id' && !silent.has(field) && !field.startsWith('lease_'))
  return assigned ? [...others, 'assignee'] : others
}

function ofList(field: string, before: unknown, after: unknown): FieldChange[] {
  if (!Array.isArray(before) || !Array.isArray(after)) return [{ field: `${field}s`, from: null, to: null }]
  const had = new Set(before.map(String))
  const has = new Set(after.map(String))
  return [
    ...[...has].filter((one) => !had.has(one)).map((one) => ({ field, from: null, to: oneLine(one) })),
    ...[...had].filter((one) => !has.has(one)).map((one) => ({ field, from: oneLine(one), to: null })),
  ]
}

const nameIn = (value: unknown): string | null => (isObject(value) ? oneLine(value['name']) || null : null)
const dates = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

function inWords(field: string, value: unknown, names: Names): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return null
  if (field.endsWith('_id')) return oneLine(names.get(value)?.name) || null
  if (field.endsWith('_on') && /^\d{4}-\d\d-\d\d/.test(value)) return dates.format(new Date(value.slice(0, 10)))
  if (enumerations.has(field)) return sentenceCase(value.replaceAll('_', ' '))
  return oneLine(value)
}

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "changed priority from None to High"; a field with neither value known was edited. */
export function sayChange({ field, from, to }: FieldChange): string {
  if (from !== null && to !== null) return `changed ${field} from ${from} to ${to}`
  if (to !== null) return field === 'label' || field === 'tag' ? `added ${field} ${to}` : `set ${field} to ${to}`
  if (from !== null) return `removed ${field} ${from}`
  return `edited the ${field}`
}
