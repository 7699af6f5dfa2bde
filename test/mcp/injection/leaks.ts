import type { Principal } from '../../../src/kernel/context.ts'
import { execute, type Kernel } from '../../../src/kernel/execute.ts'
import type { Operation } from '../../../src/kernel/operation.ts'
import { failure } from '../../../src/doors/mcp/tools/tool-result.ts'
import { definitionOf, put, referencesIn } from '../../looping/references.ts'
import { hostileTexts } from './poison.ts'

type Input = Record<string, unknown>

/** Enough of a text to know it by, where only its beginning is repeated. */
const telling = 24
const marks = hostileTexts.flatMap((text) => [text, ...(text.length > telling + 6 ? [text.slice(0, telling)] : [])])
const escaped = [...new Set(marks.flatMap((mark) => [mark, JSON.stringify(mark).slice(1, -1)]))]

/** Which of our own words hold any of the texts. */
export function leaksIn(words: Iterable<readonly [where: string, words: string]>): string[] {
  const found: string[] = []
  for (const [where, said] of words) {
    const leaked = escaped.find((mark) => said.includes(mark))
    if (leaked !== undefined) found.push(`${where} repeats ${JSON.stringify(leaked)}: ${said.slice(0, 300)}`)
  }
  return found
}

/** What a tool answers when it refuses; nothing when it does not. */
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

/** Inputs with a text in every place a caller can put one: as a name, as any other value, and as a field of its own. */
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

/** Values that are well formed and wrong, for refusals from further inside. */
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
