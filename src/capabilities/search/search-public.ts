import type { z } from 'zod'
import { implement } from '../../kernel/operation.ts'
import { encodeCursor } from '../paging.ts'
import { askTerms } from '../search-engine/ask-terms.ts'
import { snippetOf } from './mark-words.ts'
import { mostHits, placeOf } from './page-place.ts'
import { stemsOf } from '../search-engine/query-terms.ts'
import * as contracts from './search.contract.ts'
import { published } from './search.queries.ts'

type Kind = z.input<(typeof contracts.searchPublic)['output']>['items'][number]['kind']

/** A question that so many hold is no question. */
const mostRanked = 2000

export const searchPublic = implement(contracts.searchPublic, async (ctx, { q, kinds = null, limit, cursor }) => {
  const from = placeOf(cursor)
  const rows = await ctx.tx.rows(published, [q, kinds, from, limit + 1, mostRanked])
  const stems = (await askTerms(ctx.tx, q, [])).terms.flatMap(stemsOf)
  const items = rows
    .slice(0, limit)
    .map(({ passage, kind, ...row }) => ({ ...row, kind: kind as Kind, snippet: snippetOf(passage, stems) }))
  return { items, next_cursor: rows.length > limit && from + limit < mostHits ? encodeCursor([from + limit]) : null }
})
