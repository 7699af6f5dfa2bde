/** An argument of an action that a plain form control can ask for. */
export interface SchemaField {
  name: string
  kind: 'text' | 'number' | 'boolean' | 'choice'
  about: string
  required: boolean
  choices: readonly string[]
  initial: string
  limits: { min?: number; max?: number; step?: number | 'any'; minLength?: number; maxLength?: number; pattern?: string }
}

type Schema = Record<string, unknown>
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value)
const number = (value: unknown) => (typeof value === 'number' ? value : undefined)
const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const defined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as SchemaField['limits']

const known = new Set(['type', 'properties', 'required', 'additionalProperties', 'title', 'description', '$schema', '$id', 'default'])

/** The form for a JSON Schema, or null if plain controls cannot express it: then the arguments are written as JSON. */
export function fieldsOf(schema: Schema): SchemaField[] | null {
  if (schema['type'] !== 'object' || Object.keys(schema).some((key) => !known.has(key))) return null
  const properties = schema['properties'] ?? {}
  // Additional properties may be expected, and no form knows their names.
  if (!isSchema(properties) || (Object.keys(properties).length === 0 && schema['additionalProperties'] !== false)) return null
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const fields = Object.entries(properties).map(([name, one]) => (isSchema(one) ? fieldOf(name, one, required.includes(name)) : null))
  return fields.every((one) => one !== null) ? fields : null
}

function fieldOf(name: string, schema: Schema, required: boolean): SchemaField | null {
  const { type, default: initial } = schema
  const about = text(schema['description']) ?? text(schema['title']) ?? ''
  const common = { name, about, required, choices: [], initial: initial === undefined ? '' : String(initial), limits: {} }
  const choices = schema['enum']
  if (Array.isArray(choices)) return choices.every((one) => typeof one === 'string') ? { ...common, kind: 'choice', choices } : null
  if (type === 'string') {
    const limits = { minLength: number(schema['minLength']), maxLength: number(schema['maxLength']) }
    return { ...common, kind: 'text', limits: defined(limits) }
  }
  if (type === 'number' || type === 'integer') {
    const limits = { min: number(schema['minimum']), max: number(schema['maximum']), step: type === 'integer' ? 1 : ('any' as const) }
    return { ...common, kind: 'number', limits: defined(limits) }
  }
  return type === 'boolean' ? { ...common, kind: 'boolean' } : null
}

/** The form's values as the action takes them; optional fields that are empty are left out. */
export function argumentsOf(fields: readonly SchemaField[], values: Readonly<Record<string, string>>): Record<string, unknown> {
  const given = fields.flatMap(({ name, kind, required, initial }): [string, unknown][] => {
    const value = values[name] ?? initial
    if (kind === 'boolean') return [[name, value === 'true']]
    if (value === '' && !required) return []
    return [[name, kind === 'number' ? Number(value) : value]]
  })
  return Object.fromEntries(given)
}
