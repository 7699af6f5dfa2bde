import { z } from 'zod'
import type { Contract, Route } from '../../kernel/contract.ts'

export interface Schema {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  [key: string]: unknown
}

const converted = { input: new WeakMap<z.ZodType, Schema>(), output: new WeakMap<z.ZodType, Schema>() }

/** The JSON Schema of a Zod schema. Cached, because several doors ask for the same one; it must not be modified. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const known = converted[io].get(schema)
  if (known) return known
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema
  converted[io].set(schema, rest)
  return rest
}

export const pathParameters = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)

export type Assemble = (params: Record<string, string>, query: Record<string, unknown>, body: unknown) => unknown

/** Builds the function that merges path, query and body into one input. The path wins over a body field of the same name. */
export function assembler(contract: Contract, route: Route): Assemble {
  const schema = jsonSchema(contract.input, 'input')
  const fields = schema.properties ?? {}
  const params = pathParameters(route.path).map((name) => [name, route.params?.[name] ?? name] as const)
  for (const [name, field] of params) {
    if (!fields[field]) throw new Error(`${route.method} ${route.path}: the path parameter ${name} has no input field`)
  }
  return (given, query, body) => {
    const input: Record<string, unknown> = {}
    if (route.method === 'GET' || route.method === 'DELETE') {
      for (const [name, value] of Object.entries(query)) input[name] = fromText(value, fields[name])
    }
    if (body !== undefined && body !== null) {
      if (typeof body !== 'object' || Array.isArray(body)) return body
      Object.assign(input, body)
    }
    for (const [name, field] of params) input[field] = fromText(given[name], fields[field])
    return route.fixed ? Object.assign(input, route.fixed) : input
  }
}

/** Converts query text to the type in the schema; text that does not fit is left for the schema to refuse. */
function fromText(value: unknown, schema: Schema | undefined): unknown {
  const type = schema?.type ?? schema?.anyOf?.find((option) => option.type !== 'null')?.type
  if (type === 'array') return (Array.isArray(value) ? value : [value]).map((part) => fromText(part, schema?.items))
  if (typeof value !== 'string') return value
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
