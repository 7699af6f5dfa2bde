import type { z } from 'zod'
import { jsonSchema, type Schema } from '../rest/input.ts'

export interface ObjectSchema extends Schema {
  type: 'object'
}

type Keep = (keyword: string, value: unknown) => boolean

// What it is for stands in the server's instructions, once.
const idempotencyKey: Schema = { type: 'string', maxLength: 255 }

const unsaid = new Set(['pattern', 'minLength'])
const bounds = new Set([...unsaid, 'maxLength', 'minimum', 'maximum'])
const longName = 200

/**
 * What a model must know to call a tool. Patterns, smallest lengths and the lengths of names are left to Zod, whose messages
 * say them in words: every model pays for every keyword of the list.
 */
export function inputSchema(schema: z.ZodType, writes: boolean): ObjectSchema {
  const root = objectRoot(walk(jsonSchema(schema, 'input'), needed))
  return writes ? { ...root, properties: { ...root.properties, idempotency_key: idempotencyKey } } : root
}

const needed: Keep = (keyword, value) => !unsaid.has(keyword) && !(keyword === 'maxLength' && Number(value) <= longName)

/** Open to further fields, so that an addition breaks no client that validates strictly. */
export function outputSchema(schema: z.ZodType): ObjectSchema {
  return objectRoot(walk(jsonSchema(schema, 'output'), open))
}

const open: Keep = (keyword, value) => !bounds.has(keyword) && !(keyword === 'additionalProperties' && value === false)

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
    else if (key === 'default' || key === 'const' || key === 'enum') kept[key] = value
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
