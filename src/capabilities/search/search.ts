import { implement } from '../../kernel/operation.ts'
import { embedQuestion } from '../memory-search/question-vector.ts'
import { encodeCursor } from '../paging.ts'
import { findThings } from './find-things.ts'
import { placeOf } from './page-place.ts'
import * as contracts from './search.contract.ts'
import { showThings } from './show-things.ts'

export const search = implement(contracts.search, {
  prepare: (ctx, { q }) => embedQuestion(ctx, q),
  async handle(ctx, { limit, cursor, ...asked }, embedded) {
    const from = placeOf(cursor)
    const found = await findThings(ctx, asked, embedded)
    const items = await showThings(ctx, found, found.things.slice(from, from + limit))
    const next_cursor = found.things.length > from + limit ? encodeCursor([from + limit]) : null
    return { items, next_cursor, facets: found.facets, mode: found.mode, note: found.note }
  },
})
