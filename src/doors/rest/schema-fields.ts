import type { Schema } from '../shared/input-schema.ts'

export interface Field {
  name: string
  type: string
  bounds: string
  required: boolean
}

/** The fields of an object's schema as a table; nested fields are named by their path: `items[].key`. */
export function schemaFields(schema: Schema, prefix = '', depth = 0): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const required = schema.required?.includes(name) ?? false
    const row = { name: prefix + name, type: typeOf(field), bounds: boundsOf(field), required }
    const inner = inside(field)
    return inner && depth < 3 ? [row, ...schemaFields(inner.schema, `${prefix}${name}${inner.step}`, depth + 1)] : [row]
  })
}

function inside(field: Schema): { schema: Schema; step: string } | null {
  const schema = solid(field)
  if (schema.properties) return { schema, step: '.' }
  const item = schema.items && solid(schema.items)
  return item?.properties ? { schema: item, step: '[].' } : null
}

/** The schema itself, without "or null". */
const solid = (field: Schema): Schema => field.anyOf?.find((option) => option.type !== 'null') ?? field

function typeOf(field: Schema): string {
  if (field.anyOf) return field.anyOf.map(typeOf).join(' or ')
  if (Array.isArray(field['enum'])) return `one of ${field['enum'].join(', ')}`
  if ('const' in field) return JSON.stringify(field['const'])
  if (field.type === 'array') return `list of ${field.items ? typeOf(field.items) : 'anything'}`
  if ('$ref' in field) return 'the same again'
  return [field.type ?? 'anything'].flat().join(' or ')
}

function boundsOf(field: Schema): string {
  const { minLength, maxLength, minimum, maximum, maxItems } = solid(field) as Record<string, number | undefined>
  const said = [
    span(minLength, maxLength, ' characters'),
    span(minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum, ''),
    maxItems === undefined ? '' : `at most ${maxItems}`,
    'default' in field ? `default ${JSON.stringify(field['default'])}` : '',
  ]
  return said.filter(Boolean).join('; ')
}

function span(least: number | undefined, max: number | undefined, unit: string): string {
  if (least === undefined && max === undefined) return ''
  if (max === undefined) return `at least ${least}${unit}`
  return least === undefined ? `at most ${max}${unit}` : `${least} to ${max}${unit}`
}
