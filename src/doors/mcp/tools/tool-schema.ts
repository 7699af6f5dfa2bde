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

/** What few agents need and every model would pay for. It is taken all the same. */
const unshown = ['area', 'milestone']

const unsaid = new Set(['pattern', 'minLength', 'propertyNames'])
const bounds = new Set([...unsaid, 'maxLength', 'minimum', 'maximum'])
/** A bound beyond this is the database's, not one that a caller could meet. */
const largest = 1_000_000_000
/** Lengths of names are left to the errors that say them in words; of texts a writer must know. */
const longName = 64

export const onlyReads = ({ effect, mcp }: Contract): boolean => effect === 'read' && !mcp?.variants?.changes

/** What a model must know to call a tool: every model pays for every keyword of the list. */
export function inputSchema(contract: Contract): ObjectSchema {
  const { effect, mcp, input } = contract
  const root = objectRoot(walk(jsonSchema(mcp?.shows ?? input, 'input'), needed))
  const properties: Record<string, Schema> = {
    ...root.properties,
    ...(mcp?.variants && walk(jsonSchema(z.object(mcp.variants.input), 'input'), needed).properties),
    ...(formatOffered(contract) && { response_format: responseFormat }),
    ...(effect === 'delete' && { confirm }),
    // Every write takes one; what changes nothing more when it is repeated has no need of it.
    ...(!onlyReads(contract) && !mcp?.idempotent && { idempotency_key: idempotencyKey }),
  }
  for (const name of [...ancestors(contract), ...unshown]) delete properties[name]
  return { ...root, properties: described(mcp?.tool ?? '', properties) }
}

/** A key is enough to find what it names: where it stands is for the paths of the web API. */
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

/** Some operations know both forms themselves and read less for the short one. */
export const keepsOwnFormat = ({ input }: Contract): boolean => 'response_format' in ((input as z.ZodObject).shape ?? {})

/** Every tool takes it; those say so whose longer form is worth asking for. */
const formatOffered = (contract: Contract): boolean =>
  contract.effect === 'read' && (contract.mcp?.concise !== undefined || keepsOwnFormat(contract))

const needed: Keep = (keyword, value) => {
  if (unsaid.has(keyword)) return false
  if (keyword === 'additionalProperties' || (keyword === 'default' && (value === false || value === ''))) return false
  if (keyword === 'maxLength') return Number(value) > longName
  if (keyword === 'minimum') return Number(value) > 1 && Number(value) < largest
  return keyword !== 'maximum' || Number(value) < largest
}

/** Open to further fields, so that an addition breaks no client that validates strictly; of a short form any field may be missing. */
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

/** People and agents are objects in the long form and names in the short one. */
function orNames<T>(value: T): T {
  if (Array.isArray(value)) return value.map(orNames) as T
  if (typeof value !== 'object' || value === null) return value
  const schema = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, orNames(inner)])) as Schema
  return (isName(schema) ? { anyOf: [schema, { type: 'string' }] } : schema) as T
}

/** The protocol wants an object at the root; a union of objects does not say that it is one. */
function objectRoot(schema: Schema): ObjectSchema {
  if (schema.type !== undefined && schema.type !== 'object') throw new Error(`a tool takes and gives objects, not ${schema.type}`)
  return { ...schema, type: 'object' }
}

/** Keeps what `keep` wants, at every depth. */
function walk(schema: Schema, keep: Keep): Schema {
  const kept: Schema = {}
  for (const [key, value] of Object.entries(schema)) {
    // Below these the keys are names or values of the caller's, not keywords.
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
