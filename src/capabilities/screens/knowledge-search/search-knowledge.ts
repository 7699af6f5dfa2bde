import type { z } from 'zod'
import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { together } from '../../../platform/together.ts'
import { embedQuestion } from '../../memory/search/question-vector.ts'
import { readableScopes } from '../../memory/entries/whose-memory.ts'
import { findThings } from '../search/find-things.ts'
import { maxHits } from '../search/page-place.ts'
import { bestOf, foundOf, noteOf } from '../../memory/ranking/grade.ts'
import { Kind } from '../../memory/search/memory-search.contract.ts'
import * as contracts from './knowledge-search.contract.ts'
import { showKnown } from './show-known.ts'

const usualLimit = 10
const notAll = 'Not every kind was searched: this credential has no scope for the others.'

export const searchKnowledge = implement(contracts.searchKnowledge, {
  prepare: (ctx, { query }) => embedQuestion(ctx, query),
  async handle(outer, { query, in: wanted, tag, limit, ...named }, embedded) {
    const ctx = together(outer)
    ctx.call.progress?.({ done: 0, total: 2, message: 'Searching' })
    const isNarrow = named.agent !== undefined || named.session !== undefined
    // Only memories belong to an agent or a session; filtering by tag means memories, too.
    const asked = tag !== undefined || (isNarrow && !named.project) ? (['memory'] as const) : (wanted ?? Kind.options)
    const kinds = asked.filter((kind) => mayRead(ctx, kind))
    const found = await findThings(
      ctx,
      {
        q: query,
        kinds: kinds.flatMap((kind) => (kind === 'task' ? ['task', 'story', 'epic'] : kind)),
        project: named.project,
        memories: { scopes: readableScopes(ctx, named), tag },
        recalls: true,
      },
      embedded,
    )
    const best = bestOf(found.things, limit, usualLimit)
    ctx.call.progress?.({ done: 1, total: 2, message: 'Reading what was found' })
    const items = await showKnown(ctx, found, best)
    ctx.call.progress?.({ done: 2, total: 2, message: 'Found' })
    const grade = foundOf(best)
    const notes = [kinds.length < asked.length ? notAll : null, found.note, noteOf[grade]]
    // Beside an answer nobody wants what is unsure; without one, more of it may hold the answer.
    const wantedMore = found.things.slice(0, maxHits).filter(({ confidence }) => grade === 'unsure' || confidence !== 'unsure')
    return {
      items,
      found: grade,
      more: wantedMore.filter((hit) => !best.includes(hit)).length,
      mode: found.mode,
      note: notes.filter((note) => note !== null).join(' ') || null,
    }
  },
})

/** A scoped credential must not find more through this than it could read through the tools of each kind. */
function mayRead({ principal }: Context, kind: z.output<typeof Kind>): boolean {
  const domains = principal.scopes?.map((scope) => scope.split(':')[0])
  return kind === 'memory' || !domains || domains.some((domain) => domain === '*' || domain === 'search' || domain === kind)
}
