import type { TxContext } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { together } from '../../../platform/together.ts'
import { type Near, nearestTo, nextCall, readNear, reviewNear, showSimilar } from '../reviews/similar-memories.ts'
import { allParts, findMemories, readQuestion, type ReadQuestion } from '../search/find-memories.ts'
import { embedWritten, usable } from '../vectors/embed-at-write.ts'
import * as contracts from './memory.contract.ts'
import { cutMemory, listed, plain } from './show-memory.ts'
import { storeMemoryEntry } from './store-memory-entry.ts'
import { requirePlace, storeInPlaceOf, supersedeWith } from './supersede-memory.ts'
import { writableScope } from './whose-memory.ts'

/** An entry that holds this share of the words may be about the same thing. Rarity is ignored: with few entries it says little. */
const shared = 0.5
const maxSimilar = 3
const asked = 1000
/** Only words, those of each entry itself without its neighbors: for when there is no vector to compare. */
const parts = { ...allParts, spelling: false, tuning: { ...allParts.tuning, reach: 0, lent: [] } }

export const storeMemory = implement(contracts.storeMemory, {
  prepare: (ctx, { content }) => embedWritten(ctx, content),
  async handle(outer, { scope, project, agent, session, supersedes, ...entry }, prepared) {
    const ctx = together(outer)
    const named = { scope, project, agent, session }
    const text = entry.content.slice(0, asked).toWellFormed()
    const isNamed = supersedes === undefined || Object.values(named).some((name) => name !== undefined)
    const [place, within, read, written] = await Promise.all([
      supersedes === undefined ? undefined : requirePlace(ctx, supersedes, entry.content),
      isNamed ? writableScope(ctx, named) : undefined,
      prepared ? undefined : readQuestion(ctx, { text }, parts),
      usable(ctx, prepared),
    ])
    const { before, twin } = place ?? {}
    const lane = within ?? before
    if (!lane) throw new Error('a memory is stored nowhere')
    if (before && before.scope_id !== lane.scope_id) {
      throw new Refusal('invalid', 'A memory is superseded where it is. Leave out scope, project, agent and session, or name its own.')
    }
    const left = [before, twin].flatMap((one) => one?.id ?? [])
    const near = written
      ? await nearestTo(ctx, lane.scope_id, written, left)
      : (await sharingWords(ctx, lane.scope_id, text, read)).filter(({ id }) => !left.includes(id))
    if (before && twin) await supersedeWith(ctx, before, twin.id)
    const [others, memory] = await Promise.all([
      readNear(ctx, near),
      twin ?? (before ? storeInPlaceOf(ctx, before, entry, written) : storeMemoryEntry(ctx, lane, entry, written)),
    ])
    const [similar] = await Promise.all([showSimilar(ctx, entry.content, others), twin ?? reviewNear(ctx, memory, others)])
    ctx.target(memory.id)
    const replaced = { supersedes: before?.id ?? null, supersedes_ref: before?.ref ?? null }
    return { ...cutMemory(plain(memory), listed(ctx)), ...replaced, similar, next: nextCall(similar) }
  },
})

/** Existing memories that may say the same as a new one or the opposite, found by their words. */
async function sharingWords(ctx: TxContext, scope: string, text: string, read: ReadQuestion | undefined): Promise<Near[]> {
  const { ranked, question } = await findMemories(ctx, { text, scopes: [scope], read }, parts)
  const near = ranked.filter(({ terms }) => terms.length > 1 && terms.length / question.terms.length >= shared).slice(0, maxSimilar)
  return near.map(({ id }) => ({ id, similarity: null }))
}
