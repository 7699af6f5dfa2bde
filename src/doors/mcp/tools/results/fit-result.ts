import { countTokens } from '../../../../platform/count-tokens.ts'
import type { Tool } from '../../../../kernel/contract.ts'
import { conciseForm } from './concise-form.ts'

type Fields = Record<string, unknown>

/** Far below the 25,000 tokens at which clients truncate a result, even if they count both text and structured content. */
const maxTokens = 10_000

/** Progressively shorter texts and inner lists, tried until the result fits. */
const steps = [
  { text: 4000, list: 50 },
  { text: 1000, list: 20 },
  { text: 300, list: 10 },
  { text: 100, list: 5 },
  { text: 60, list: 2 },
  { text: 30, list: 1 },
]

/** Shortens a result to what a model can read at once, and says what was left out and how to get it. */
export function fitResult(output: Fields, { concise, reads_on, tool }: Tool, given: Fields): Fields {
  if (fits(output)) return output
  if (reads_on && typeof output[reads_on.text] === 'string') {
    const piece = readOn(output, reads_on, Number(given[reads_on.from] ?? 0))
    if (piece) return piece
  }
  for (const { text, list } of steps) {
    const shorter = shorten(output, text, list) as Fields
    if (fits(shorter)) return { ...shorter, shortened: note(tool, text) }
  }
  const last = steps.at(-1) ?? { text: 0, list: 0 }
  const short = shorten(concise ? conciseForm(output, concise, given) : output, last.text, last.list) as Fields
  return { ...short, shortened: note(tool, last.text) }
}

const note = (tool: string, text: number): string =>
  `Texts are cut at ${text} characters and long inner lists at their beginning. ${tool.startsWith('list_') || tool.startsWith('search_') ? 'Ask for fewer items with limit, or for one by its name.' : 'Ask for the parts by their own tools.'}`

const written = new WeakMap<object, string>()

/** A result as JSON, reusing what was serialized to check whether it fits. */
export const asJson = (result: object): string => written.get(result) ?? JSON.stringify(result)

const fits = (value: Fields): boolean => {
  const text = JSON.stringify(value)
  written.set(value, text)
  // A token is at least one byte, so most results need no counting.
  return Buffer.byteLength(text) <= maxTokens || countTokens(text, maxTokens) <= maxTokens
}

/** As much of a long text as fits; the next call continues where it stops. */
function readOn(output: Fields, { text, next }: NonNullable<Tool['reads_on']>, from: number): Fields | undefined {
  const whole = String(output[text])
  const upTo = (end: number): Fields => ({ ...output, [text]: whole.slice(0, end), [next]: from + end })
  let [low, high] = [0, whole.length]
  while (high - low > 100) {
    const middle = (low + high) >> 1
    if (fits(upTo(middle))) low = middle
    else high = middle
  }
  const end = /[\ud800-\udbff]/.test(whole.charAt(low - 1)) ? low - 1 : low
  return end > 0 ? upTo(end) : undefined
}

/** The outermost `items` keep all of their entries, because the cursor depends on their number. */
function shorten(value: unknown, text: number, list: number, depth = 0): unknown {
  if (typeof value === 'string') return value.length > text ? `${value.slice(0, text).toWellFormed()}…` : value
  if (Array.isArray(value)) return (depth <= 1 ? value : value.slice(0, list)).map((one) => shorten(one, text, list, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, one]) => [
    name,
    name === 'next_cursor'
      ? one
      : depth === 0 && name !== 'items' && Array.isArray(one)
        ? shorten(one, text, list, 2)
        : shorten(one, text, list, depth + 1),
  ])
  return Object.fromEntries(fields)
}
