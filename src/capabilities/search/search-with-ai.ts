import { implement } from '../../kernel/operation.ts'
import { embedQuestion } from '../memory-search/question-vector.ts'
import { findThings } from './find-things.ts'
import * as contracts from './search.contract.ts'
import { showThings } from './show-things.ts'

const unanswered = 'No language model is set up, so these are the passages themselves. An administrator sets one up with the assistant.'

export const searchWithAi = implement(contracts.searchWithAi, {
  prepare: (ctx, { q }) => embedQuestion(ctx, q),
  async handle(ctx, { limit, ...asked }, embedded) {
    const found = await findThings(ctx, asked, embedded)
    const items = await showThings(ctx, found, found.things.slice(0, limit))
    return { items, mode: found.mode, note: found.note, answer: null, answer_note: unanswered }
  },
})
