import type { z } from 'zod'
import { system } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { plainText } from '../../../platform/markdown/plain-text.ts'
import { readTerms } from '../../memory/ranking/ask-terms.ts'
import { foundOf, noteOf } from '../../memory/ranking/grade.ts'
import { stemsOf } from '../../memory/ranking/query-terms.ts'
import { embedQuestion } from '../../memory/search/question-vector.ts'
import { encodeCursor } from '../../paging.ts'
import { requireProject } from '../../projects/require-project.ts'
import { answerSearch } from './answer-search.ts'
import { findThings, type Found } from './find-things.ts'
import { snippetOf } from './mark-words.ts'
import { facetsOf, legible } from './legible.ts'
import { maxHits, placeOf } from './page-place.ts'
import * as contracts from './search.contract.ts'
import * as queries from './search.queries.ts'
import { organizationsToIndex, published } from './search.queries.ts'
import { showThings, toNamed } from './show-things.ts'

const usualLimit = 20

export const search = implement(contracts.search, {
  prepare: (ctx, { q }) => embedQuestion(ctx, q),
  async handle(ctx, { limit, cursor, ...asked }, embedded) {
    const from = placeOf(cursor)
    const found = await findThings(ctx, asked, embedded)
    const read = await legible(ctx, found)
    const things = (limit === undefined ? read : found.things).slice(0, maxHits)
    const to = from + (limit ?? usualLimit)
    const items = await showThings(ctx, found, things.slice(from, to))
    const next_cursor = things.length > to ? encodeCursor([to]) : null
    const left_out = limit === undefined ? Math.max(0, Math.min(found.things.length, maxHits) - things.length) : 0
    return { items, next_cursor, left_out, ...gradeOf(found), facets: facetsOf(found, read), mode: found.mode }
  },
})

export const listSuggestions = implement(contracts.listSuggestions, async (ctx, { q, kinds = null, project: name, limit }) => {
  const project = name === undefined ? null : (await requireProject(ctx, name, 'read')).id
  const typed = q.slice(0, 200)
  const ids = typed === '' ? await ctx.tx.rows(queries.recent, { limit: 200 }) : await byName()
  const rows = await ctx.tx.rows(queries.list, { org: ctx.org, ids: ids.map(({ id }) => id) })
  const items = ids.flatMap(({ id }) => rows.find((row) => row.id === id) ?? [])
  const wanted = items.filter((row) => (!kinds || (kinds as string[]).includes(row.kind)) && (!project || row.project_id === project))
  return { items: wanted.slice(0, limit).map(toNamed) }

  async function byName() {
    const words = (await ctx.tx.row(queries.nameWords, { name: typed }))?.words ?? ''
    // The last word may be half typed.
    const started = words.endsWith("'") ? `${words}:*` : words
    return ctx.tx.rows(queries.named, { name: typed, started, kinds, project, archived: project !== null, limit })
  }
})

export const searchWithAi = implement(contracts.searchWithAi, {
  async prepare(ctx, { limit: _, ...asked }) {
    const embedded = await embedQuestion(ctx, asked.q)
    return { embedded, answered: await answerSearch(ctx, asked, embedded) }
  },
  async handle(ctx, { limit, ...asked }, { embedded, answered }) {
    const found = await findThings(ctx, asked, embedded)
    const things = limit === undefined ? await legible(ctx, found) : found.things
    const items = await showThings(ctx, found, things.slice(0, limit ?? usualLimit))
    return { items, ...gradeOf(found), mode: found.mode, ...answered }
  },
})

function gradeOf({ things, note }: Found) {
  const found = foundOf(things)
  return { found, note: [note, noteOf[found]].filter((one) => one !== null).join(' ') || null }
}

type Kind = z.input<(typeof contracts.searchPublic)['output']>['items'][number]['kind']

/** Only this many matches are ranked: a question that matches more is too unspecific. */
const maxRanked = 2000

export const searchPublic = implement(contracts.searchPublic, async (ctx, { q, kinds = null, limit, cursor }) => {
  const from = placeOf(cursor)
  const rows = await ctx.tx.rows(published, { q, kinds, offset: from, limit: limit + 1, max_ranked: maxRanked })
  const stems = (await readTerms(ctx.tx, q)).terms.flatMap(stemsOf)
  const items = rows
    .slice(0, limit)
    .map(({ passage, kind, ...row }) => ({ ...row, kind: kind as Kind, snippet: snippetOf(plainText(passage), stems) }))
  return { items, next_cursor: rows.length > limit && from + limit < maxHits ? encodeCursor([from + limit]) : null }
})

const atOnce = 200

/** The database keeps the index and enqueues no jobs, so a schedule looks for what has no vector yet. */
export const queueDocumentEmbeddings = implement(contracts.queueDocumentEmbeddings, async (ctx) => {
  const { model } = ctx.services.embeddings
  if (!model) return { organizations: 0 }
  const waiting = await ctx.tx.rows(organizationsToIndex, { model: model.id, limit: atOnce })
  for (const { org_id } of waiting) {
    ctx.enter(system(org_id), org_id)
    await ctx.enqueue('embedDocuments', {})
  }
  return { organizations: waiting.length }
})
