import { expect, test } from 'vitest'
import type { z } from 'zod'
import { contracts } from '../../src/capabilities/contracts.ts'
import { timesAsCostly } from '../harness/cpu.ts'

const size = 12_000
const pieces = [
  'a',
  'a.',
  'a@',
  'a-',
  '-',
  '.',
  '@',
  ' ',
  '\n',
  '\t',
  '0',
  '1,',
  '/',
  '[',
  '[[',
  '](',
  '`',
  '~',
  '*_',
  '- ',
  '> ',
  '"',
  '\\',
  'é',
  '\u2028',
  '%',
]
/** What begins well and goes wrong at the very end is what a pattern tries again and again. */
const endings = ['', ',', '\u2028x']
const beginnings = ['', 'a@', 'https://']
const hostile = beginnings.flatMap((begin) =>
  pieces.flatMap((piece) => endings.map((end) => begin + piece.repeat(size / piece.length) + end)),
)
const plain = 'some words of a person. '.repeat(size / 24)

interface Def {
  type: string
  checks?: { _zod: { def: object } }[]
  [part: string]: unknown
}

/** Every schema of a text within a schema, however deep. */
function* textsIn(schema: z.core.$ZodType, seen = new Set<unknown>()): Generator<z.core.$ZodType> {
  if (seen.has(schema)) return
  seen.add(schema)
  const def = schema._zod.def as unknown as Def
  if (def.type === 'string') yield schema
  const parts = Object.values(def).flatMap((part) => (typeof part === 'object' && part !== null ? [part, ...Object.values(part)] : []))
  for (const part of parts) if (typeof part === 'object' && part !== null && '_zod' in part) yield* textsIn(part as z.core.$ZodType, seen)
}

/** A schema that many operations share is tried once. */
const schemas = new Map<string, { name: string; schema: z.ZodType }>()
for (const [name, { input }] of Object.entries(contracts)) {
  for (const schema of textsIn(input)) {
    const { checks = [] } = schema._zod.def as unknown as Def
    const key = JSON.stringify(
      checks.map(({ _zod }) => _zod.def),
      (_, value: unknown) => (value instanceof RegExp ? String(value) : value),
    )
    if (!schemas.has(key)) schemas.set(key, { name, schema: schema as z.ZodType })
  }
}

test('the texts of all operations are found', () => {
  expect(schemas.size).toBeGreaterThan(50)
})

test.each([...schemas.values()].map(({ name, schema }) => [name, schema] as const))(
  'a text of %s is checked about as quickly, whatever it is',
  (_, schema) => {
    // All at once first: few schemas are worth a closer look.
    const all = timesAsCostly(
      () => hostile.forEach((text) => schema.safeParse(text)),
      () => hostile.forEach(() => schema.safeParse(plain)),
    )
    const slow =
      all < 10
        ? []
        : hostile.filter(
            (text) =>
              timesAsCostly(
                () => schema.safeParse(text),
                () => schema.safeParse(plain),
              ) >= 10,
          )
    expect(slow.map((text) => `${text.slice(0, 10)}…${JSON.stringify(text.slice(-3))}`)).toEqual([])
  },
  60_000,
)
