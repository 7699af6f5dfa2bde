import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Tool } from '../../../kernel/contract.ts'
import { isPlain, toRefusal } from '../../../kernel/errors.ts'
import { conciseForm } from './results/concise-form.ts'
import { fitResult } from './results/fit-result.ts'
import { renderText } from './results/render-text.ts'

export type Format = 'concise' | 'detailed'
type Fields = Record<string, unknown>

/** The structure for programs and a shorter text for models, both small enough to be read whole. */
export function success(mcp: Tool, given: Fields, format: Format, output: unknown): CallToolResult {
  const whole = output as Fields
  const asked = mcp.concise && format === 'concise' ? conciseForm(whole, mcp.concise) : whole
  const structuredContent = fitResult(asked, mcp, given)
  return { content: [{ type: 'text', text: renderText(structuredContent) }], structuredContent }
}

const mostExtra = 2_000

/**
 * A refusal is a result and not a protocol error, so that the model reads it and can do better. Its text is ours alone: of the
 * details it says numbers, times and plain names; what people wrote is for programs, in `_meta`.
 */
export function failure(error: unknown): CallToolResult {
  const { code, message, extra } = toRefusal(error)
  const { errors: _, ...details } = extra
  const plain = JSON.stringify(plainPart(details) ?? {})
  const more = plain === '{}' || plain.length > mostExtra ? '' : `\n${plain}`
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${message}${more}` }],
    _meta: { 'baton/error': { code, ...extra } },
  }
}

const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function plainPart(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'string') return isPlain(value) || time.test(value) ? value : undefined
  if (Array.isArray(value)) return value.map(plainPart).filter((one) => one !== undefined)
  if (typeof value !== 'object' || value === null) return undefined
  const parts = Object.entries(value).flatMap(([name, one]) => {
    const part = isPlain(name) ? plainPart(one) : undefined
    return part === undefined ? [] : [[name, part]]
  })
  return parts.length > 0 ? Object.fromEntries(parts) : undefined
}
