import type { Tool } from '../../../../kernel/contract.ts'

type Fields = Record<string, unknown>
type Concise = NonNullable<Tool['concise']>

/** Picks the fields a model needs, of each item of a list or of a single thing; empty values are dropped. */
export function conciseForm(output: Fields, concise: Concise, given: Fields): Fields {
  const fields = typeof concise === 'function' ? concise(given) : concise
  const { items } = output
  return Array.isArray(items) ? { ...output, items: items.map((item: Fields) => pick(item, fields)) } : pick(output, fields)
}

function pick(value: Fields, fields: readonly string[]): Fields {
  const kept: Fields = {}
  for (const field of fields) {
    if (field.includes('.')) copy(value, kept, field.split('.'))
    else if (isSaid(value[field])) kept[field] = value[field]
  }
  return kept
}

function copy(from: Fields, to: Fields, [name = '', ...inner]: string[]): void {
  const value = from[name]
  if (!isSaid(value)) return
  if (inner.length === 0) to[name] = value
  else copy(value as Fields, (to[name] ??= {}) as Fields, inner)
}

export function isSaid(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false
  if (typeof value !== 'object') return true
  if (Array.isArray(value)) return value.length > 0
  for (const _ in value) return true
  return false
}
