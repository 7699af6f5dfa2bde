import type { TxContext } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { withoutAddresses } from '../../../platform/markdown/markdown.ts'
import { countUse } from '../budget/assistant-use.ts'
import { checkCitations } from '../repository-chat/check-passages.ts'
import { aiSessionAnswered } from '../sessions/ai-sessions.events.ts'
import * as queries from '../sessions/ai-sessions.queries.ts'
import { requireAiSession, requireSource, showMessage } from '../sessions/show-message.ts'
import * as contracts from './answers.contract.ts'
import { resolveCitations, type Passages } from './resolve-citations.ts'
import { writePrompt } from './write-prompt.ts'

/** How many earlier messages may be sent along. */
const maxSaid = 12

async function requireAnswer(ctx: TxContext, id: string): Promise<queries.AiMessageRow> {
  const answer = await ctx.tx.row(queries.answerById, { org: ctx.org, id })
  if (!answer) throw notFound('answer', id, 'Use {listAiMessages} to find it.')
  return answer
}

export const beginAnswer = implement(contracts.beginAnswer, async (ctx, { answer: id }) => {
  const taken = await ctx.tx.row(queries.takeAnswer, { org: ctx.org, id, now: ctx.clock.now() })
  if (!taken) return { prompt: null, answer: showMessage(ctx, await requireAnswer(ctx, id)) }
  const rows = await ctx.tx.rows(queries.listMessages, {
    org: ctx.org,
    session: taken.session_id,
    before: taken.place,
    limit: maxSaid + 1,
  })
  const [question, ...before] = rows
  const passages = taken.passages as Passages
  const prompt = writePrompt(question?.text ?? '', passages, before.toReversed(), taken.outline)
  return { prompt, answer: showMessage(ctx, taken) }
})

export const watchAnswer = implement(contracts.watchAnswer, async (ctx, { answer: id }) => {
  const { session_id } = await requireAnswer(ctx, id)
  const session = await requireAiSession(ctx, session_id)
  await requireSource(ctx, session)
  return { allowed: true as const }
})

/** What is written is checked before it is stored: parsing it takes a thread, which a transaction doesn't wait for. */
export const finishAnswer = implement(contracts.finishAnswer, {
  async prepare(ctx, { answer: id, text }) {
    const resolved = await ctx.transaction('read', async (inside) => {
      const before = await requireAnswer(inside, id)
      if (before.status !== 'writing') return null
      const session = await requireAiSession(inside, before.session_id)
      const passages = before.passages as Passages
      return checkCitations(inside, session, passages, resolveCitations(text, passages))
    })
    return resolved && { ...resolved, text: await withoutAddresses(resolved.text) }
  },
  async handle(ctx, { answer: id, text: _, ended, note, ...used }, resolved) {
    const before = await requireAnswer(ctx, id)
    if (before.status !== 'writing' || !resolved) return showMessage(ctx, before)
    const session = await requireAiSession(ctx, before.session_id)
    const { tokens_in, tokens_out, cost_micros } = used
    const stored = await ctx.tx.one(queries.storeAnswer, {
      ...{ org: ctx.org, id, text: resolved.text, status: ended, note, tokens_in, tokens_out, cost_micros },
      citations: JSON.stringify(resolved.citations),
      dropped: JSON.stringify(resolved.dropped),
    })
    await countUse(ctx, used, session.project_id)
    ctx.emit(aiSessionAnswered, { ai_session: session })
    ctx.target(session.id)
    return showMessage(ctx, stored)
  },
})
