import { userOf, type Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { embedQuestion } from '../../memory/search/question-vector.ts'
import { requireRepository } from '../../repositories/repos/require-repository.ts'
import { openTurn } from '../answers/open-turn.ts'
import { aiSessionCreated } from '../sessions/ai-sessions.events.ts'
import { insertSession, turnToRepository, type AiSessionRow } from '../sessions/ai-sessions.queries.ts'
import { requireAiSession, searchedText } from '../sessions/show-message.ts'
import { findCode } from './find-code.ts'
import * as contracts from './repository-chat.contract.ts'

/** Finds the code that may answer and stores it with the question; the door then calls the model. */
export const chatWithRepo = implement(contracts.chatWithRepo, {
  prepare: (ctx, { text }) => embedQuestion(ctx, text),
  async handle(ctx, { repo, text, session: continued }, embedded) {
    const repository = await requireRepository(ctx, repo)
    const session = continued ? await requireChatOf(ctx, continued, repository.id) : await begin(ctx, repository.id)
    const { passages, outline } = await findCode(ctx, repository, await searchedText(ctx, session, text), embedded)
    return openTurn(ctx, session, text, passages, outline)
  },
})

/** A conversation about this repository, or an empty one, which becomes one. */
async function requireChatOf(ctx: Context, id: string, repository: string): Promise<AiSessionRow> {
  const session = await requireAiSession(ctx, id, 'write')
  if (session.repository_id === repository) return session
  if (session.repository_id === null && session.messages === 0) return ctx.tx.one(turnToRepository, { org: ctx.org, id, repository })
  throw new Refusal('conflict', 'This conversation is not about that repository. Begin another one by leaving out session.')
}

async function begin(ctx: Context, repository: string): Promise<AiSessionRow> {
  const values = { org: ctx.org, id: newId(), user: userOf(ctx), project: null, repository, title: '', now: ctx.clock.now() }
  const session = await ctx.tx.one(insertSession, values)
  ctx.emit(aiSessionCreated, { ai_session: session })
  return session
}
