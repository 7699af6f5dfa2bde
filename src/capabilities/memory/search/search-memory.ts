import { implement } from '../../../kernel/operation.ts'
import { together } from '../../../platform/together.ts'
import { memoriesInOrder } from '../entries/require-memory.ts'
import { cutMemory, listed } from '../entries/show-memory.ts'
import { readableScopes } from '../entries/whose-memory.ts'
import { bestOf, foundOf, graded, noteOf } from '../ranking/grade.ts'
import { nearbyOf } from '../ranking/rank.ts'
import { findMemories, readQuestion } from './find-memories.ts'
import * as contracts from './memory-search.contract.ts'
import { memoriesNamedIn, namedFirst } from './named-memories.ts'
import { embedQuestion } from './question-vector.ts'
import { memoriesQuoting, quotedIn } from './quoted.ts'

const usualLimit = 10
const rounded = (value: number): number => Math.round(value * 1000) / 1000

export const searchMemory = implement(contracts.searchMemory, {
  prepare: (ctx, { query }) => embedQuestion(ctx, query),
  async handle(outer, { query, tag, limit, ...where }, asked) {
    const ctx = together(outer)
    ctx.call.progress?.({ done: 0, total: 2, message: 'Searching' })
    const [scopes, read] = await Promise.all([readableScopes(ctx, where), readQuestion(ctx, { text: query, asked })])
    const [{ ranked: found, question, note, comparing }, byRef] = await Promise.all([
      findMemories(ctx, { text: query, scopes, tag, read }),
      memoriesNamedIn(ctx, query, { scopes, tag }),
    ])
    const ranked = namedFirst(found, byRef, ({ id }) => ({ id, score: 0, terms: [], held: [], cosine: null }))
    ctx.call.progress?.({ done: 1, total: 2, message: 'Reading what was found' })
    const quoting = await memoriesQuoting(
      ctx,
      quotedIn(query),
      ranked.map(({ id }) => id),
    )
    const named = new Set([...byRef.map(({ id }) => id), ...quoting])
    const best = bestOf(graded(question, ranked, { ...comparing, named }), limit, usualLimit)
    const memories = await memoriesInOrder(
      ctx,
      best.map(({ id }) => id),
    )
    const wordsOf = (found: readonly number[]) => [...new Set(found.map((term) => question.terms[term]?.word ?? ''))]
    const items = memories.map((memory) => {
      const hit = best.find(({ id }) => id === memory.id)
      const why = {
        text: wordsOf(hit?.terms ?? []),
        nearby: hit ? wordsOf(nearbyOf(hit)) : [],
        meaning: hit && hit.cosine !== null ? rounded(hit.cosine) : null,
        pinned: memory.pinned,
      }
      return { ...cutMemory(memory, listed(ctx)), confidence: hit?.confidence ?? 'unsure', score: rounded(hit?.score ?? 0), why }
    })
    ctx.call.progress?.({ done: 2, total: 2, message: 'Found' })
    const grade = foundOf(best)
    const notes = [note, noteOf[grade]].filter((one) => one !== null)
    return { items, found: grade, mode: note === null ? ('hybrid' as const) : ('text' as const), note: notes.join(' ') || null }
  },
})
