import type { z } from 'zod'
import { definitionOf, put, referencesIn, type Reference } from './references.ts'

/** What the fields of an example are filled with. */
export interface Filling {
  /** Free text that contains the scene's canary. */
  text: string
  /** The same as a single lowercase word, for slugs and handles. */
  word: string
  /** The name of a resource for this reference. */
  name(reference: Reference): Promise<string>
}

type Input = Record<string, unknown>

/** A valid input: the given fields, required fields by type, required and chosen references from the scene, and nothing else. */
export async function exampleInput(
  schema: z.ZodType,
  filling: Filling,
  chosen: (reference: Reference) => boolean,
  given: Input = {},
): Promise<Input> {
  const { shape } = definitionOf(schema)
  const open = shape ? Object.entries(shape).filter(([name]) => !(name in given)) : []
  const input = shape ? fill(open, filling) : (exampleOf(schema, filling) as Input)
  for (const reference of referencesIn(schema)) {
    if (!reference.required && !chosen(reference)) continue
    const name = await filling.name(reference)
    put(input, reference.path, reference.list ? [name] : name)
  }
  return { ...input, ...given }
}

const fill = (fields: [string, z.ZodType][], filling: Filling): Input =>
  Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, filling)]).filter(([, value]) => value !== undefined))

type Example = (schema: z.ZodType, filling: Filling) => unknown

const leftOut: Example = () => undefined
const inner: Example = (schema, filling) => exampleOf(definitionOf(schema).innerType ?? (definitionOf(schema).in as z.ZodType), filling)

const byType: Record<string, Example> = {
  optional: leftOut,
  default: leftOut,
  prefault: leftOut,
  nullable: inner,
  readonly: inner,
  pipe: inner,
  string: (schema, filling) => fitting(schema, texts(filling)),
  number: (schema) => fitting(schema, [1, 0, 10, 100, 1000, 0.5]),
  boolean: () => false,
  null: () => null,
  record: () => ({}),
  enum: (schema) => Object.values((definitionOf(schema) as unknown as { entries: Record<string, unknown> }).entries)[0],
  literal: (schema) => (definitionOf(schema) as unknown as { values: unknown[] }).values[0],
  array: (schema, filling) => fitting(schema, [[], [exampleOf(definitionOf(schema).element as z.ZodType, filling)]]),
  union: (schema, filling) => exampleOf((definitionOf(schema).options as z.ZodType[])[0] as z.ZodType, filling),
  object: (schema, filling) => fill(Object.entries(definitionOf(schema).shape ?? {}), filling),
  any: (_, filling) => filling.text,
  unknown: (_, filling) => filling.text,
}

function exampleOf(schema: z.ZodType, filling: Filling): unknown {
  const { type } = definitionOf(schema)
  const example = byType[type]
  if (!example) throw new Error(`no example is known for the Zod type ${type}: add one to example-input.ts`)
  return example(schema, filling)
}

const texts = ({ text, word }: Filling): string[] => [
  text,
  word,
  `${word}@example.com`,
  `${text} ${'and more '.repeat(10)}`.trim(),
  word.toUpperCase().slice(0, 10),
  `https://example.com/${word}`,
  '01890000-0000-7000-8000-000000000000',
  '2026-01-31',
  '2026-01-31T12:00:00.000Z',
  'a'.repeat(64),
  '123456',
]

function fitting(schema: z.ZodType, candidates: unknown[]): unknown {
  const found = candidates.find((candidate) => schema.safeParse(candidate).success)
  if (found === undefined) throw new Error('no example fits this field: give one in the contract’s rehearsal')
  return found
}
