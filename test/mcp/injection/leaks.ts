import type { Principal } from '../../../src/kernel/context.ts'
import { execute, type Kernel } from '../../../src/kernel/execute.ts'
import type { Operation } from '../../../src/kernel/operation.ts'
import { failure } from '../../../src/doors/mcp/tools/tool-result.ts'
import { definitionOf, put, referencesIn } from '../../looping/references.ts'
import { hostileTexts } from './poison.ts'

type Input = Record<string, unknown>

/** How many characters identify a text when only its beginning is repeated. */
const telling = 24
const marks = hostileTexts.flatMap((text) => [text, ...(text.length > telling + 6 ? [text.slice(0, telling)] : [])])
const escaped = [...new Set(marks.flatMap((mark) => [mark, JSON.stringify(mark).slice(1, -1)]))]

/** Lists which of the server's own words contain one of the texts. */
export function leaksIn(words: Iterable<readonly [where: string, words: string]>): string[] {
  const found: string[] = []
  for (const [where, said] of words) {
    const leaked = escaped.find((mark) => said.includes(mark))
    if (leaked !== undefined) found.push(`${where} repeats ${JSON.stringify(leaked)}: ${said.slice(0, 300)}`)
  }
  return found
}

/** The error text of a tool call, or undefined if it succeeds. */
export async function refusalOf(kernel: Kernel, operation: Operation, principal: Principal, input: unknown): Promise<string | undefined> {
  try {
    await execute(kernel, operation, principal, input, { door: 'mcp' })
    return undefined
  } catch (error) {
    return failure(error)
      .content.map((part) => (part.type === 'text' ? part.text : ''))
      .join('\n')
  }
}

/** Inputs with the text in every place a caller controls: as a reference, as any other value, and as the name of an extra field. */
export function wrongInputs(operation: Operation, base: Input, text: string): Input[] {
  const references = referencesIn(operation.contract.input)
  const named = references.map(({ path, list }) => {
    const input = structuredClone(base)
    put(input, path, list ? [text] : text)
    return input
  })
  const everywhere = Object.fromEntries(Object.keys(definitionOf(operation.contract.input).shape ?? {}).map((field) => [field, text]))
  return [...named, everywhere, { ...base, [text]: text }, { ...base, settings: { [text]: { [text]: text } } }]
}

/** Well-formed values that are wrong, to trigger refusals deeper inside. */
export const wrongValues: Input[] = [
  { version: 99_999 },
  { fence: 'q83vEjRWeJCrze8SNFZ4kA' },
  { cursor: 'bm90LW91cnM' },
  { gate: 'nowhere' },
  { based_on: 99_999 },
  { number: 99_999 },
  { commit: 'f'.repeat(40) },
  { limit: 1000 },
  { status: 'nowhere' },
]
