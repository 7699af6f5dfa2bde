import type { z } from 'zod'
import type { Contract } from '../../../kernel/contract.ts'
import { jsonSchema, type Schema } from '../../rest/input.ts'

export interface ObjectSchema extends Schema {
  type: 'object'
}

type Keep = (keyword: string, value: unknown) => boolean

// What these are for stands in the server's instructions, once.
const idempotencyKey: Schema = { type: 'string', maxLength: 255 }
const responseFormat: Schema = { type: 'string', enum: ['concise', 'detailed'] }
const confirm: Schema = { type: 'boolean' }

const unsaid = new Set(['pattern', 'minLength'])
const bounds = new Set([...unsaid, 'maxLength', 'minimum', 'maximum'])
const longName = 200

/**
 * What a model must know to call a tool. Patterns, smallest lengths and the lengths of names are left to Zod, whose messages
 * say them in words: every model pays for every keyword of the list.
 */
export function inputSchema(contract: Contract): ObjectSchema {
  const { effect, mcp, input } = contract
  const root = objectRoot(walk(jsonSchema(mcp?.shows ?? input, 'input'), needed))
  const properties = {
    ...root.properties,
    ...(formatChosenBy(contract) && { response_format: responseFormat }),
    ...(effect === 'delete' && { confirm }),
    ...(effect !== 'read' && { idempotency_key: idempotencyKey }),
  }
  return { ...root, properties }
}

/** Some operations know both forms themselves and read less for the short one. */
export const keepsOwnFormat = ({ input }: Contract): boolean => 'response_format' in ((input as z.ZodObject).shape ?? {})

export const formatChosenBy = (contract: Contract): boolean => contract.mcp?.concise !== undefined || keepsOwnFormat(contract)

const needed: Keep = (keyword, value) => !unsaid.has(keyword) && !(keyword === 'maxLength' && Number(value) <= longName)

/** Open to further fields, so that an addition breaks no client that validates strictly; of a short form any field may be missing. */
export function outputSchema(contract: Contract): ObjectSchema {
  const schema = jsonSchema(contract.output, 'output')
  const keep: Keep = formatChosenBy(contract) ? (keyword, value) => keyword !== 'required' && open(keyword, value) : open
  return objectRoot(walk(schema, keep))
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
