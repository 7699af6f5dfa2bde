import type { Context } from '../../../kernel/context.ts'
import { findMemories, readQuestion } from '../search/find-memories.ts'
import type { Asked } from '../search/question-vector.ts'
import type { AskedTerms, Stemmed } from '../ranking/ask-terms.ts'
import { type Comparing, graded } from '../ranking/grade.ts'
import { passageOf } from '../ranking/passage.ts'
import type { Ranked } from '../ranking/rank.ts'
import { stemsOf } from '../ranking/query-terms.ts'
import { memoriesInOrder } from './require-memory.ts'
import { memoryStatusOf, repeatsAmong, type MemoryStatus } from './memory-status.ts'
import { listStatement, markUsed, type MemoryRow } from './memory.queries.ts'

interface Wanted {
  project?: string | null | undefined
  agent?: string | null | undefined
  session?: string | null | undefined
  /** What the work is about; if empty, the newest memories are returned. */
  text: string
  limit: number
  /** Maximum length of each; a longer one is reduced to the passage relevant to the work. */
  longest: number
  /** The text as a vector, computed before the transaction; without it only words are searched. */
  asked?: Asked | undefined
  /** The lexemes of the text, if they have already been read together with something else. */
  stemmed?: Stemmed | undefined
}

/** What someone working with a memory needs to know about it. */
export interface Learned {
  id: string
  ref: string
  content: string
  trust: string
  at: string
  by: string
  contradicts?: MemoryStatus['contradicts']
}

const longestQuestion = 1000
const shown = 2000

/** The memories relevant to some work: pinned ones first, then those sharing its words or meaning; of duplicates only the newest. */
export async function memoriesFor(ctx: Context, wanted: Wanted): Promise<Learned[]> {
  const { project, agent, session, text, limit, longest, asked: embedded, stemmed: known } = wanted
  const scopes = [project, agent, session].filter((id) => typeof id === 'string')
  if (scopes.length === 0) return []
  const live = [
    'm.deleted_at is null and m.superseded_by is null',
    '(m.valid_until is null or m.valid_until > :now)',
    'm.scope_id = any(:scopes::uuid[])',
  ]
  const values = { org: ctx.org, limit, scopes, now: ctx.clock.now() }
  const asked = text.trim().slice(0, longestQuestion).toWellFormed()
  const search = async () => {
    const read = await readQuestion(ctx, { text: asked, asked: embedded, known })
    return findMemories(ctx, { text: asked, scopes, read })
  }
  const [pinned, found] = await Promise.all([ctx.tx.rows(listStatement([...live, 'm.pinned'], shown), values), asked && search()])
  if (!asked && pinned.length === 0) {
    const newest = await ctx.tx.rows(listStatement(live, shown), values)
    return show(
      ctx,
      newest.map(({ id }) => id),
      newest,
      limit,
      (content) => cut(content, longest),
    )
  }
  const { ranked, question, comparing } = found || (await search())
  const ids = [...new Set([...pinned.map(({ id }) => id), ...bearing(ranked, question, comparing).map(({ id }) => id)])]
  const stems = question.terms.flatMap((term, place) => stemsOf(term).map((stem) => ({ stem, weight: question.weights[place] ?? 0 })))
  // Twice the limit, since some may be dropped as duplicates.
  const some = ids.slice(0, 2 * limit)
  return show(ctx, some, memoriesInOrder(ctx, some), limit, (content) => passageOf(content, stems, longest))
}

/** Of a description of work no memory holds most words; one that holds as much as this many words of its own kind is complete. */
const wholeWords = 4

/** What is sure or likely to bear on the work. */
function bearing(ranked: readonly Ranked[], question: AskedTerms, comparing: Comparing): Ranked[] {
  const rare = Math.log(1 + Math.max(0, question.size - 0.5) / 1.5)
  return graded(question, ranked, { ...comparing, most: wholeWords * rare }).filter(({ confidence }) => confidence !== 'unsure')
}

async function show(
  ctx: Context,
  ids: readonly string[],
  found: readonly MemoryRow[] | Promise<MemoryRow[]>,
  limit: number,
  shorten: (content: string) => string,
): Promise<Learned[]> {
  const [memories, repeated, statuses] = await Promise.all([found, repeatsAmong(ctx, ids), memoryStatusOf(ctx, ids)])
  const kept = memories.filter(({ id }) => !repeated.has(id)).slice(0, limit)
  return kept.map(({ id, ref, content, trust, created_at }) => {
    const { at = created_at, by = '', contradicts = [] } = statuses.get(id) ?? {}
    return { id, ref, content: shorten(content), trust, at, by, ...(contradicts.length > 0 && { contradicts }) }
  })
}

const cut = (content: string, max: number): string => (content.length <= max ? content : `${content.slice(0, max).toWellFormed()}…`)

/** Records, in the message that sends COMMIT, that these were given to someone who works with them. */
export function markMemoriesUsed(ctx: Context, ids: readonly string[]): void {
  if (ids.length > 0) ctx.tx.beforeCommit(markUsed, { org: ctx.org, ids, now: ctx.clock.now() })
}
