import { inputRequired, type InputRequiredResult } from '@modelcontextprotocol/server'
import type { Tool } from '../../../kernel/contract.ts'
import { Refusal, isPlain } from '../../../kernel/errors.ts'
import type { Operation } from '../../../kernel/operation.ts'
import type { AskedBefore } from './asked-before.ts'
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

interface Question {
  mcp: Tool
  /** The caller says that its user has agreed. */
  confirmed: boolean
  exchange: Exchange
  now: Date
  before: Pick<AskedBefore, 'last' | 'keep'>
  /** Does it without any of it staying, to say what would happen. */
  rehearse(): Promise<unknown>
}

/**
 * Nothing, when the person at the other end has agreed; a question to them, where their client can ask; else a refusal that
 * says what would happen. Where they can be asked, nobody answers for them: `confirm: true` counts only after a question that was
 * closed without an answer, as clients do that nobody sits at.
 */
export async function confirm({ mcp, confirmed, exchange, now, before, rehearse }: Question): Promise<InputRequiredResult | undefined> {
  const answer = exchange.answers?.['confirm'] as { action?: unknown; content?: { confirm?: unknown } } | undefined
  if (answer?.action === 'accept' && answer.content?.confirm === true) return undefined
  if (answer) throw notAgreed(mcp, await before.keep(answer.action === 'cancel' ? 'unanswered' : 'declined'))
  if (confirmed && (!exchange.asks || (await before.last()) === 'unanswered')) return undefined
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

function notAgreed({ tool }: Tool, answer: 'declined' | 'unanswered'): Refusal {
  const words =
    answer === 'declined'
      ? 'The person who was asked said no. Nothing was changed. Leave it as it is; confirm: true does not answer for them.'
      : `The question was closed without an answer. Nothing was changed. Ask your user in the conversation; if they agree, call ${tool} again with confirm: true.`
  return new Refusal('needs_confirmation', words)
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
