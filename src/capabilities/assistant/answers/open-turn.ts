import type { z } from 'zod'
import type { Context } from '../../../kernel/context.ts'
import { noModel } from '../../../platform/assistant/assistant.ts'
import { newId } from '../../../platform/ids.ts'
import { budgetNote } from '../budget/assistant-use.ts'
import type { Turn } from '../sessions/ai-sessions.contract.ts'
import { aiSessionAsked } from '../sessions/ai-sessions.events.ts'
import { addTurn, insertMessage, type AiMessageRow, type AiSessionRow } from '../sessions/ai-sessions.queries.ts'
import { showMessage } from '../sessions/show-message.ts'
import type { Passages } from './resolve-citations.ts'
import { fitting } from './write-prompt.ts'

const longestTitle = 120

/** Numbers the passages in order, as the model cites them. */
export const numbered = (passages: readonly Omit<Passages[number], 'number'>[]): Passages =>
  fitting(passages.map((passage, place) => ({ number: place + 1, ...passage })))

/** Stores a question with the passages that may answer it. Without a model or a budget, the passages are the answer. */
export async function openTurn(
  ctx: Context,
  session: AiSessionRow,
  text: string,
  passages: Passages,
  outline = '',
): Promise<z.input<typeof Turn>> {
  const title = (text.split('\n')[0] ?? '').slice(0, longestTitle).toWellFormed().trim()
  const { model } = ctx.services.assistant
  const overBudget = model ? await budgetNote(ctx) : null
  const named = await ctx.tx.one(addTurn, { org: ctx.org, id: session.id, title, now: ctx.clock.now() })
  const write = (place: number, values: Pick<AiMessageRow, 'role' | 'text' | 'status' | 'note'> & { passages: Passages }) =>
    ctx.tx.one(insertMessage, {
      ...{ org: ctx.org, id: newId(), session: session.id, place, now: ctx.clock.now(), model, outline: place % 2 ? '' : outline },
      ...values,
      passages: JSON.stringify(values.passages),
    })
  const question = await write(named.messages - 1, { role: 'question', text, status: 'done', note: null, passages: [] })
  const state = overBudget ? 'over_budget' : model ? 'writing' : 'passages'
  const note = overBudget ?? (model ? null : noModel)
  const answer = await write(named.messages, { role: 'answer', text: '', status: state, note, passages })
  ctx.emit(aiSessionAsked, { ai_session: named })
  ctx.target(session.id)
  return { session_id: session.id, question: showMessage(ctx, question), answer: showMessage(ctx, answer) }
}
