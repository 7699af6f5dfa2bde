/** How many messages each hostile peer sends: `BATON_HOSTILE=10000` as a proof. `BATON_SEED` repeats a run whose seed was printed. */
export const howMany = Number(process.env['BATON_HOSTILE'] ?? 200)
export const seed = Number(process.env['BATON_SEED'] ?? 20_261_119)

export type Random = () => number

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(start: number): Random {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const below = (random: Random, end: number): number => Math.floor(random() * end)
export const oneOf = <Value>(random: Random, values: readonly Value[]): Value => values[below(random, values.length)] as Value

/** What stands where something else is expected. As text, so that a generated message is never parsed on its way. */
const strangeValues = [
  'null',
  'true',
  '-1',
  '1e308',
  '9007199254740993',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"../../x"',
  '[]',
  '{}',
  '{"toString":1,"valueOf":1}',
  '{"__proto__":{"type":"hello"}}',
  '{"constructor":{"prototype":1}}',
  '[null,[null,[null]]]',
  JSON.stringify('x'.repeat(20_000)),
  '['.repeat(2_000) + ']'.repeat(2_000),
  JSON.stringify(Array.from({ length: 2_000 }, (_, at) => at)),
]

/** One message made from a well-formed one: a value replaced, a field missing, the text cut off, or nothing like it at all. */
export function malformed(random: Random, wellFormed: unknown): string {
  const text = JSON.stringify(wellFormed)
  const way = below(random, 10)
  if (way === 0) return text.slice(0, below(random, text.length))
  if (way === 1) return oneOf(random, strangeValues)
  if (way === 2) return text.slice(0, below(random, text.length)) + oneOf(random, strangeValues) + text.slice(below(random, text.length))
  if (way === 3) return String.fromCharCode(...Array.from({ length: 1 + below(random, 40) }, () => below(random, 0xd7ff)))
  // Marked first and replaced in the text: some of the strange values exist only as text.
  const mark = `mark-${below(random, 1e9)}`
  const value = below(random, 5) === 0 ? '' : oneOf(random, strangeValues)
  const marked = JSON.stringify(withMark(random, wellFormed, mark))
  if (value !== '') return marked.replace(`"${mark}"`, () => value)
  return JSON.stringify(JSON.parse(marked, (_, one: unknown) => (one === mark ? undefined : one)) ?? null)
}

/** A copy in which one value, at any depth, is the mark. */
function withMark(random: Random, value: unknown, mark: string): unknown {
  if (typeof value !== 'object' || value === null || below(random, 6) === 0) return mark
  const names = Object.keys(value)
  if (names.length === 0) return mark
  const chosen = oneOf(random, names)
  const copy = structuredClone(value) as Record<string, unknown>
  copy[chosen] = withMark(random, copy[chosen], mark)
  return copy
}

/** Whatever would have ended a process that has no test runner around it. */
export function watchProcess(): { ends: unknown[]; stop(): void } {
  const ends: unknown[] = []
  const note = (error: unknown) => void ends.push(error)
  process.on('uncaughtExceptionMonitor', note).on('unhandledRejection', note)
  return { ends, stop: () => void process.off('uncaughtExceptionMonitor', note).off('unhandledRejection', note) }
}
