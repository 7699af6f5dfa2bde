import type { CallToolResult } from '@modelcontextprotocol/server'
import { toRefusal } from '../../kernel/errors.ts'

/** Far below the 25,000 tokens at which clients cut a result off by themselves. */
const longestText = 20_000

export function success(result: unknown): CallToolResult {
  const text = bounded(JSON.stringify(result), 'the whole result is in structuredContent; ask for fewer items or one item by its key')
  return { content: [{ type: 'text', text }], structuredContent: result as Record<string, unknown> }
}

/** A refusal is a result and not a protocol error, so that the model reads it and can do better. */
export function failure(error: unknown): CallToolResult {
  const { code, message, extra } = toRefusal(error)
  const more = Object.keys(extra).length > 0 ? `\n${JSON.stringify(extra)}` : ''
  return { isError: true, content: [{ type: 'text', text: bounded(`${code}: ${message}${more}`, 'the rest repeats it') }] }
}

function bounded(text: string, note: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)}… (cut at ${longestText} of ${text.length} characters: ${note})`
}
