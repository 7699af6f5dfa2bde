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

/** Every delete must be confirmed, except a dry run. */
export const needsConfirmation = ({ contract }: Operation, input: Preview): boolean =>
  contract.effect === 'delete' && input['dry_run'] !== true

interface Question {
  mcp: Tool
  /** The caller claims that its user has agreed. */
  confirmed: boolean
  exchange: Exchange
  now: Date
  before: Pick<AskedBefore, 'last' | 'keep'>
  /** Runs the operation without any lasting effect, to tell what would happen. */
  rehearse(): Promise<unknown>
}

/**
 * Returns nothing if the person has agreed, and an elicitation if their client supports one; otherwise throws a refusal that says what would
 * happen. If they can be asked, nobody can answer for them: `confirm: true` counts only after a question was closed without an answer, as
 * unattended clients do.
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

/** In our own words; the thing is identified by its key, ref, slug or id. */
function deed({ tool }: Tool, preview: Preview): string {
  if (typeof preview['count'] === 'number') return `clear ${preview['count']} ${preview['count'] === 1 ? 'memory' : 'memories'}`
  const name = [preview['key'], preview['ref'], preview['slug'], preview['id']].find((one) => typeof one === 'string' && isPlain(one))
  const leases = typeof preview['released_leases'] === 'number' && preview['released_leases'] > 0
  return `delete the ${tool.split('_').slice(1).join(' ')} ${String(name)}${leases ? ` and end ${String(preview['released_leases'])} of its leases` : ''}`
}

/** People recognize a thing by its title: in quotes, on one line, without characters that could change how the text reads. */
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
