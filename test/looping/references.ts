import type { z } from 'zod'
import { references } from '../../src/kernel/contract.ts'
import type { Operation } from '../../src/kernel/operation.ts'

export type Registry = ReadonlyMap<string, Operation>

/** A place in an input that names a resource. */
export interface Reference {
  path: string[]
  kind: string
  required: boolean
  /** The field is a list of such names. */
  list: boolean
}

interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  element?: z.ZodType
  in?: z.ZodType
  options?: z.ZodType[]
}

export const definitionOf = (schema: z.ZodType): Definition => (schema as unknown as { _zod: { def: Definition } })._zod.def

const mayBeLeftOut = new Set(['optional', 'default', 'prefault', 'nullish'])

/** Every `ref` in an input schema, including those inside optional, nullable, default, list, union and object. */
export function referencesIn(schema: z.ZodType): Reference[] {
  return walk(schema, [], true, false)
}

function walk(schema: z.ZodType, path: string[], required: boolean, list: boolean): Reference[] {
  const marked = references.get(schema)
  if (marked) return [{ path, kind: marked.ref, required, list }]
  const definition = definitionOf(schema)
  const needed = required && !mayBeLeftOut.has(definition.type)
  if (definition.shape) return Object.entries(definition.shape).flatMap(([name, field]) => walk(field, [...path, name], needed, list))
  if (definition.element) return walk(definition.element, path, needed, true)
  if (definition.options) return definition.options.flatMap((option) => walk(option, path, needed, list))
  const inner = definition.innerType ?? definition.in
  return inner ? walk(inner, path, needed, list) : []
}

/** The operation that creates a resource of this kind. */
export function makerOf(operations: Registry, kind: string): Operation | undefined {
  return [...operations.values()].find(({ contract }) => contract.creates?.ref === kind)
}

/** Whether this kind must be hidden from a member of the organization who is neither in the (private) project nor the owner. */
export function isHidden(operations: Registry, kind: string, seen: readonly string[] = []): boolean {
  if (kind === 'project') return true
  const maker = seen.includes(kind) ? undefined : makerOf(operations, kind)?.contract
  if (!maker) return false
  // Every member of an organization can see that it exists.
  if (maker.permission === 'self') return kind !== 'organization'
  // What only admins can access is hidden from members by role, whatever project it names.
  if (maker.permission.endsWith(':manage')) return false
  // A resource that lists projects, as a workspace does, belongs to none of them.
  return referencesIn(maker.input).some((reference) => !reference.list && isHidden(operations, reference.kind, [...seen, kind]))
}

export function put(input: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first = '', ...rest] = path
  if (rest.length === 0) input[first] = value
  else put((input[first] ??= {}) as Record<string, unknown>, rest, value)
}

export function pick(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], value)
}
