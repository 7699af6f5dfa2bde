import { inputRequired, type InputRequiredResult } from '@modelcontextprotocol/server'
import type { Tool } from '../../../kernel/contract.ts'
import { Refusal, isPlain } from '../../../kernel/errors.ts'
import type { Operation } from '../../../kernel/operation.ts'
import type { Exchange } from './tool-exchange.ts'
import { undoOf } from './results/undo.ts'

type Preview = Record<string, unknown>

const longestName = 80
const requestedSchema = {
  type: 'object' as const,
  properties: { confirm: { type: 'boolean' as const, title: 'Yes, do it', default: false } },
  required: ['confirm'],
}

/** What deletes is done only when it was meant: a dry run needs no word, everything else does. */
export const needsConfirmation = ({ contract }: Operation, input: Preview): boolean =>
  contract.effect === 'delete' && input['dry_run'] !== true

/**
 * Nothing, when the person at the other end has agreed; a question to them, where their client can ask; else a refusal that
 * says what would happen. A yes is an answer or an argument of this very call: nothing that is stored can be one.
 */
export async function confirm(
  mcp: Tool,
  exchange: Exchange,
  now: Date,
  rehearse: () => Promise<unknown>,
): Promise<InputRequiredResult | undefined> {
  const answer = exchange.answers?.['confirm'] as { action?: unknown; content?: { confirm?: unknown } } | undefined
  if (answer?.action === 'accept' && answer.content?.confirm === true) return undefined
  if (answer) throw new Refusal('needs_confirmation', 'The person who was asked did not agree. Nothing was changed.')
  const preview = (await rehearse()) as Preview
  const undo = undoSentence(mcp, now)
  if (exchange.asks) {
    const message = `${capital(deed(mcp, preview))}${called(preview)}? ${undo}`
    return inputRequired({ inputRequests: { confirm: inputRequired.elicit({ message, requestedSchema }) } })
  }
  throw new Refusal(
    'needs_confirmation',
    `This would ${deed(mcp, preview)}. ${undo} Nothing was changed yet: call ${mcp.tool} again with confirm: true to do it.`,
  )
}

/** In our own words; the thing goes by its key, slug or id. */
function deed({ tool }: Tool, preview: Preview): string {
  if (typeof preview['count'] === 'number') return `clear ${preview['count']} ${preview['count'] === 1 ? 'memory' : 'memories'}`
  const name = [preview['key'], preview['ref'], preview['slug'], preview['id']].find((one) => typeof one === 'string' && isPlain(one))
  const leases = typeof preview['released_leases'] === 'number' && preview['released_leases'] > 0
  return `delete the ${tool.split('_').slice(1).join(' ')} ${String(name)}${leases ? ` and end ${String(preview['released_leases'])} of its leases` : ''}`
}

/** A person knows a thing by what it is called; it stands in quotes, on one line, without what could change how it is read. */
function called(preview: Preview): string {
  const name = [preview['title'], preview['name']].find((one): one is string => typeof one === 'string' && one !== '')
  return name === undefined ? '' : ` (${JSON.stringify(name.replace(/[\s\p{C}]+/gu, ' ').slice(0, longestName))})`
}

function undoSentence(mcp: Tool, now: Date): string {
  const undo = undoOf(mcp, now)
  if (!undo) return 'It cannot be undone.'
  return `It can be undone${undo.until ? ` until ${undo.until}` : ''}: ${undo.how}.`
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
