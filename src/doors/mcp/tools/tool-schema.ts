import { z } from 'zod'
import type { Contract } from '../../../kernel/contract.ts'
import { jsonSchema, type Schema } from '../../shared/input-schema.ts'
import { describeParameter } from './parameters.ts'

export interface ObjectSchema extends Schema {
  type: 'object'
}

type Keep = (keyword: string, value: unknown) => boolean

const idempotencyKey: Schema = { type: 'string' }
const responseFormat: Schema = { type: 'string', enum: ['concise', 'detailed'], description: 'detailed: every field' }
const confirm: Schema = { type: 'boolean' }

/** Parameters that few agents need and every model would pay for. They are accepted anyway. */
const unshown = ['area', 'here', 'milestone']

const unsaid = new Set(['pattern', 'minLength', 'propertyNames'])
const bounds = new Set([...unsaid, 'maxLength', 'minimum', 'maximum'])
/** A bound beyond this is the database's own limit, which no caller will reach. */
const largest = 1_000_000_000
/** Shorter maximum lengths (of names) are left to the error messages; for longer texts the writer must know them. */
const longName = 64

export const onlyReads = ({ effect, mcp }: Contract): boolean => effect === 'read' && !mcp?.variants?.changes

/** Only what a model must know to call a tool: every model pays for every keyword in the list. */
export function inputSchema(contract: Contract): ObjectSchema {
  const { effect, mcp, input } = contract
  const root = objectRoot(walk(jsonSchema(mcp?.shows ?? input, 'input'), needed))
  const properties: Record<string, Schema> = {
    ...root.properties,
    ...(mcp?.variants && walk(jsonSchema(z.object(mcp.variants.input), 'input'), needed).properties),
    ...(formatOffered(contract) && { response_format: responseFormat }),
    ...(effect === 'delete' && { confirm }),
    // Every write accepts one; a tool that is idempotent by itself does not need it.
    ...(!onlyReads(contract) && !mcp?.idempotent && { idempotency_key: idempotencyKey }),
  }
  for (const name of [...ancestors(contract), ...unshown]) delete properties[name]
  return { ...root, properties: described(mcp?.tool ?? '', properties) }
}

/** A key alone identifies a thing; the parents it is under are needed only in REST paths. */
function ancestors({ input }: Contract): string[] {
  const { task, feature, title } = (input as z.ZodObject).shape ?? {}
  const named = [task, feature].some((one) => one !== undefined && !(one instanceof z.ZodOptional))
  return named && !(title && !(title instanceof z.ZodOptional)) ? ['project', 'epic', 'story'] : []
}

function described(tool: string, properties: Record<string, Schema>): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const description = schema['description'] ?? describeParameter(tool, name)
      return [name, description === undefined ? schema : { ...schema, description }]
    }),
  )
}

/** Some operations implement both formats themselves and read less for the concise one. */
export const keepsOwnFormat = ({ input }: Contract): boolean => 'response_format' in ((input as z.ZodObject).shape ?? {})

/** Every tool accepts it; it is listed only where the detailed format is worth asking for. */
const formatOffered = (contract: Contract): boolean =>
  contract.effect === 'read' && (contract.mcp?.concise !== undefined || keepsOwnFormat(contract))

const needed: Keep = (keyword, value) => {
  if (unsaid.has(keyword)) return false
  if (keyword === 'additionalProperties' || (keyword === 'default' && (value === false || value === ''))) return false
  if (keyword === 'maxLength') return Number(value) > longName
  if (keyword === 'minimum') return Number(value) > 1 && Number(value) < largest
  return keyword !== 'maximum' || Number(value) < largest
}

/** Allows further fields, so that additions break no client that validates strictly; nothing is required, since concise results omit fields. */
export const outputSchema = ({ output }: Contract): ObjectSchema => objectRoot(orNames(walk(jsonSchema(output, 'output'), open)))

const open: Keep = (keyword, value) =>
  keyword !== 'required' && !bounds.has(keyword) && !(keyword === 'additionalProperties' && value === false)

const nameFields = new Set(['handle,id,name', 'id,name,slug'])
const isName = ({ properties = {} }: Schema): boolean =>
  nameFields.has(
    Object.keys(properties)
      .filter((field) => field !== 'kind')
      .toSorted()
      .join(),
  )

/** People and agents are objects in the detailed format and names in the concise one. */
function orNames<T>(value: T): T {
  if (Array.isArray(value)) return value.map(orNames) as T
  if (typeof value !== 'object' || value === null) return value
  const schema = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, orNames(inner)])) as Schema
  return (isName(schema) ? { anyOf: [schema, { type: 'string' }] } : schema) as T
}

/** The protocol requires `type: object` at the root, which a union of objects lacks. */
function objectRoot(schema: Schema): ObjectSchema {
  if (schema.type !== undefined && schema.type !== 'object') throw new Error(`a tool takes and gives objects, not ${schema.type}`)
  return { ...schema, type: 'object' }
}

/** Filters the keywords with `keep`, at every depth. */
function walk(schema: Schema, keep: Keep): Schema {
  const kept: Schema = {}
  for (const [key, value] of Object.entries(schema)) {
    // The keys below these are names or values, not keywords.
    if (key === 'properties' || key === '$defs') kept[key] = named(value as Record<string, Schema>, keep)
    else if (key === 'const' || key === 'enum') kept[key] = value
    else if (key === 'default') Object.assign(kept, keep(key, value) && { default: value })
    else if (keep(key, value)) kept[key] = walkValue(value, keep)
  }
  return kept
}

function walkValue(value: unknown, keep: Keep): unknown {
  if (Array.isArray(value)) return value.map((one) => walkValue(one, keep))
  return typeof value === 'object' && value !== null ? walk(value as Schema, keep) : value
}

function named(schemas: Record<string, Schema>, keep: Keep): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, walk(schema, keep)]))
}
