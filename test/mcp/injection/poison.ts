import type { z } from 'zod'
import { references } from '../../../src/kernel/contract.ts'
import type { Operation } from '../../../src/kernel/operation.ts'
import { exampleInput } from '../../looping/example-input.ts'
import { definitionOf } from '../../looping/references.ts'
import { every, type Scene } from '../../looping/scene.ts'
import hostile from './hostile-texts.json' with { type: 'json' }

export const hostileTexts: readonly string[] = hostile

type Input = Record<string, unknown>

/** How many texts are packed into one value of a field: long fields take many. */
const packs = [50, 20, 10, 5, 3, 2, 1]

/** A value for the field with this text wherever it takes text, or undefined where it takes none. A resource reference doesn't count as text. */
async function withText(schema: z.ZodType, text: string): Promise<unknown> {
  if (references.get(schema)) return undefined
  const { type, innerType, in: piped, element, options, shape } = definitionOf(schema)
  const inner = innerType ?? piped
  if (inner) return withText(inner, text)
  if (type === 'string') return fitting(schema, text)
  if (type === 'record') return fitting(schema, { [text]: text }) ?? fitting(schema, { field: text })
  if (element) {
    const one = await withText(element, text)
    return one === undefined ? undefined : fitting(schema, [one])
  }
  if (options) return (await Promise.all(options.map((option) => withText(option, text)))).find((one) => one !== undefined)
  return shape ? filled(schema, shape, text) : undefined
}

const fitting = (schema: z.ZodType, value: unknown): unknown => (schema.safeParse(value).success ? value : undefined)

async function filled(schema: z.ZodType, shape: Record<string, z.ZodType>, text: string): Promise<unknown> {
  const filling = { text, word: 'word', name: async () => 'nothing' }
  const value = await exampleInput(schema, filling, () => false).catch(() => ({}) as Input)
  let poisoned = false
  for (const [name, field] of Object.entries(shape)) {
    const one = await withText(field, text)
    if (one === undefined) continue
    value[name] = one
    poisoned = true
  }
  return poisoned ? fitting(schema, value) : undefined
}

/** A text field of an operation, with its position in the list of texts. */
class Poisoning {
  readonly name: string
  readonly #schema: z.ZodType
  readonly #texts: readonly string[]
  next = 0

  constructor(name: string, schema: z.ZodType, texts: readonly string[]) {
    this.name = name
    this.#schema = schema
    this.#texts = texts
  }

  get done(): boolean {
    return this.next >= this.#texts.length
  }

  /** Takes as many of the next texts as fit; texts that the field rejects are skipped. */
  async take(): Promise<unknown> {
    while (!this.done) {
      for (const pack of packs) {
        const texts = this.#texts.slice(this.next, this.next + pack)
        const value = await withText(this.#schema, texts.join(' '))
        if (value === undefined) continue
        this.next += texts.length
        return value
      }
      this.next++
    }
    return undefined
  }
}

/** Other input that an operation requires to accept the text. */
const beside: Record<string, (scene: Scene) => Promise<Input>> = {
  updateSpec: async () => ({ based_on: 1 }),
  advanceFeature: async () => ({ commit: 'a'.repeat(40) }),
  updateDecision: async (scene) => {
    const input = { project: await scene.name('project'), title: 'Open', status: 'proposed' }
    return { decision: (await scene.world.run('logDecision', scene.person, input)).id, status: undefined, supersedes: undefined }
  },
}

/** Fields that a rehearsal sets to text and that may hold any other text. */
const taken = new Set(['note', 'evidence'])

/** Inputs that together put each of these texts into every text field. */
export async function* poisonedInputs(
  operation: Operation,
  given: readonly string[],
  prepare: (input: (scene: Scene) => Promise<Input>) => Promise<Input>,
): AsyncGenerator<{ input: Input; fields: string[] }> {
  const { input, rehearsal } = operation.contract
  const kept = new Set([
    ...Object.keys(rehearsal?.input ?? {}).filter((name) => !taken.has(name)),
    ...Object.keys(rehearsal?.carry ?? {}),
    'slug',
    'key',
    'email',
    'password',
  ])
  const fields = Object.entries(definitionOf(input).shape ?? {})
    .filter(([name]) => !kept.has(name))
    .map(([name, schema]) => new Poisoning(name, schema, given))
  while (fields.some(({ done }) => !done)) {
    const texts: Input = {}
    for (const field of fields) {
      const value = await field.take()
      if (value !== undefined) texts[field.name] = value
    }
    if (Object.keys(texts).length === 0) return
    const base = await prepare(async (scene) => ({
      ...(await scene.input(operation, every)),
      ...(await beside[operation.name]?.(scene)),
    }))
    yield { input: { ...base, ...texts }, fields: Object.keys(texts) }
  }
}
