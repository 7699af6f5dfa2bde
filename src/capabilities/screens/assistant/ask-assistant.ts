import { implement } from '../../../kernel/operation.ts'
import { openTurn } from '../../assistant/answers/open-turn.ts'
import { findCode } from '../../assistant/repository-chat/find-code.ts'
import { requireAiSession, searchedText } from '../../assistant/sessions/show-message.ts'
import { embedQuestion } from '../../memory/search/question-vector.ts'
import { requireRepository } from '../../repositories/repos/require-repository.ts'
import * as contracts from './ask-assistant.contract.ts'
import { findPassages } from './known-passages.ts'

/** Finds passages that may answer and stores them with the question; the door then has the model write the answer. */
export const askAssistant = implement(contracts.askAssistant, {
  prepare: (ctx, { text }) => embedQuestion(ctx, text),
  async handle(ctx, { session: id, text }, embedded) {
    const session = await requireAiSession(ctx, id, 'write')
    const about = await searchedText(ctx, session, text)
    if (session.repository_id) {
      const repository = await requireRepository(ctx, session.repository_id)
      const { passages, outline } = await findCode(ctx, repository, about, embedded)
      return openTurn(ctx, session, text, passages, outline)
    }
    const passages = await findPassages(ctx, { q: about.slice(0, 2000), project: session.project_id ?? undefined }, embedded)
    return openTurn(ctx, session, text, passages)
  },
})
