import { z } from 'zod'
import { componentNames } from '../../capabilities/components.contract.ts'
import type { Schema } from '../shared/input-schema.ts'

type Io = 'input' | 'output'
/** A schema as a separate document; `$defs` are the schemas it refers to. */
type Converted = Schema & { $defs?: Record<string, Schema> }

const prefix = '#/components/schemas/'
// Descriptions are in Zod's own registry, names in ours.
const metadata = {
  get: (schema: z.ZodType) => ({ ...z.globalRegistry.get(schema), ...componentNames.get(schema) }),
} as unknown as typeof z.globalRegistry

/** `components/schemas` of the document: each schema that several operations share, once and under its name. */
export class Components {
  readonly #schemas: Record<string, Schema>

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = { ...schemas }
  }

  sorted(): Record<string, Schema> {
    return Object.fromEntries(Object.entries(this.#schemas).toSorted(([one], [other]) => one.localeCompare(other)))
  }

  /** Converts a schema to its form in the document, with references to the named ones. */
  convert(schema: z.ZodType, io: Io): Schema {
    const text = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata }))
    const { $schema: _, $defs = {}, ...converted } = JSON.parse(text.replaceAll('#/$defs/', prefix)) as Converted
    for (const [name, { id: _id, ...definition }] of Object.entries($defs)) this.#keep(name, definition)
    return this.#page(converted)
  }

  /** Shares a schema that several routes have in common, under this name unless it has one already. */
  share(name: string, schema: Schema): Schema {
    if ('$ref' in schema) return schema
    this.#keep(name, schema)
    return { $ref: prefix + name }
  }

  /** Dereferences a schema if it is a reference. */
  resolve(schema: Schema): Schema {
    const name = typeof schema['$ref'] === 'string' ? schema['$ref'].slice(prefix.length) : ''
    return this.#schemas[name] ?? schema
  }

  /** A page of a named schema is named after that schema. */
  #page(schema: Schema): Schema {
    const item = schema.properties?.['items']?.items?.['$ref']
    const isPage = Object.keys(schema.properties ?? {}).join() === 'items,next_cursor'
    return isPage && typeof item === 'string' ? this.share(`${item.slice(prefix.length)}Page`, schema) : schema
  }

  #keep(name: string, schema: Schema): void {
    if (!/^[A-Z][A-Za-z]+$/.test(name)) throw new Error(`a schema that refers to itself needs a name of its own: ${JSON.stringify(schema)}`)
    const other = this.#schemas[name]
    // One name is one type in a generated client. The input and output forms of a schema often differ by their defaults.
    if (other && JSON.stringify(other) !== JSON.stringify(schema)) throw new Error(`two different schemas are named ${name}`)
    this.#schemas[name] = schema
  }
}
