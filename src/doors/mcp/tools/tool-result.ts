import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Contract, Tool } from '../../../kernel/contract.ts'
import { isPlain, toRefusal } from '../../../kernel/errors.ts'
import { forAgents, spellMessages } from '../../shared/next-step.ts'
import { conciseForm } from './results/concise-form.ts'
import { fitResult } from './results/fit-result.ts'
import { leanForm, leanItems } from './results/lean-form.ts'
import { lengthsOf } from './results/lengths.ts'
import { renderText } from './results/render-text.ts'

export type Format = 'concise' | 'detailed'
type Fields = Record<string, unknown>

/** What a call asked for: its tool, its arguments and the response format. */
interface Asked {
  contract: Contract
  mcp: Tool
  given: Fields
  format: Format | undefined
}

/** Structured content and text say the same: clients show a model only one of them, so each must be short and complete by itself. */
export function success(asked: Asked, output: unknown, more: Fields = {}): CallToolResult {
  const whole = spellMessages(output as Fields, forAgents)
  const said = { ...(asked.format === 'detailed' ? whole : shortForm(asked, whole)), ...more }
  const structuredContent = fitResult(said, asked.mcp, asked.given)
  return { content: [{ type: 'text', text: renderText(structuredContent) }], structuredContent }
}

function shortForm({ contract, mcp, given, format }: Asked, whole: Fields): Fields {
  // Reading a single thing returns all of it unless the concise format was requested.
  const all = mcp.concise === undefined || (mcp.tool.startsWith('get_') && format === undefined)
  const told = all ? withoutHidden(whole, mcp.hides ?? []) : whole
  const fields = all ? undefined : typeof mcp.concise === 'function' ? mcp.concise(given) : mcp.concise
  const lean = (fields && leanList(told, fields)) ?? (leanForm(fields ? conciseForm(told, fields, given) : told) as Fields)
  const items = Array.isArray(whole['items']) ? { items: lean['items'] ?? [] } : {}
  return { ...lean, ...items, ...(contract.effect !== 'read' && lengthsOf(contract, given)) }
}

const withoutHidden = (whole: Fields, hides: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !hides.includes(name)))

/** A list whose items are made lean and concise in one pass. */
function leanList(whole: Fields, fields: readonly string[]): Fields | undefined {
  const { items } = whole
  const short = Array.isArray(items) && items.length > 0 ? leanItems(items, fields) : undefined
  // A placeholder keeps `items` in its place among the other fields, which are made lean as usual.
  return short && { ...(leanForm({ ...whole, items: [true] }) as Fields), items: short }
}

const maxExtra = 2_000

/**
 * A refusal is a result and not a protocol error, so that the model reads it and can correct itself. Its text is ours alone: of the
 * details it includes numbers, times and plain names; what people wrote is for programs, in `_meta`.
 */
export function failure(error: unknown): CallToolResult {
  const { code, message, extra } = toRefusal(error)
  const { errors: _, ...details } = extra
  const plain = JSON.stringify(plainPart(details) ?? {})
  const more = plain === '{}' || plain.length > maxExtra ? '' : `\n${plain}`
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${forAgents(message)}${more}` }],
    _meta: { 'baton/error': { code, ...spellMessages(extra, forAgents) } },
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
