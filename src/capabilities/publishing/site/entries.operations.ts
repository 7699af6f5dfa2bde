import { type Context, userOf } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { digest, newSecret } from '../../../platform/secrets.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { slugOf, suggestSlugs } from '../../suggest-slugs.ts'
import { publicPath } from '../public-address.ts'
import { requireCategory } from './categories.operations.ts'
import {
  changeEntry,
  keepRevision,
  requireAuthor,
  requireEntry,
  showEntry,
  taken,
  timing,
  type Changes,
  type Kind,
} from './change-entry.ts'
import * as contracts from './entries.contract.ts'
import * as queries from './entries.queries.ts'
import type { EntryRow, EntrySummaryRow } from './entries.queries.ts'

/** Adds the URL at which the public can read it. */
function toEntry<Row extends EntrySummaryRow>(ctx: Context, row: Row): Row & { url: string | null } {
  const open = row.status === 'published' && !row.deleted_at
  return { ...row, url: open ? `${ctx.services.config.APP_URL}${publicPath(row.kind, row.slug)}` : null }
}

interface Asked {
  status?: EntryRow['status'] | undefined
  category?: string | undefined
  limit: number
  cursor?: string | undefined
}

async function list(ctx: Context, kind: Kind, { status, category, limit, cursor }: Asked) {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const rows = await ctx.tx.rows(queries.entries, { kind, before, status, category, limit: limit + 1 })
  const page = nextPage(rows, limit, (row) => [row.id])
  return { ...page, items: page.items.map((row) => toEntry(ctx, row)) }
}

export const listPages = implement(contracts.listPages, (ctx, input) => list(ctx, 'page', input))
export const listPosts = implement(contracts.listPosts, (ctx, input) => list(ctx, 'post', input))

type Written = Changes & Required<Pick<Changes, 'title' | 'summary' | 'body' | 'status'>>

async function create(ctx: Context, kind: Kind, input: Written) {
  const { title, summary, body, category = null } = input
  const author = input.author ?? userOf(ctx)
  if (input.author) await requireAuthor(ctx, input.author)
  if (category) await requireCategory(ctx, category)
  const plain = input.slug ?? slugOf(title, kind)
  const now = ctx.clock.now()
  const when = timing(ctx, { status: 'draft', publish_at: null, published_at: null }, input)
  for (const slug of input.slug ? [input.slug] : [plain, ...suggestSlugs(plain)]) {
    const id = newId()
    if (!(await ctx.tx.row(queries.insertEntry, { id, kind, slug, title, summary, body, ...when, author, category, now }))) continue
    const entry = await ctx.tx.one(queries.entryById, { id })
    await keepRevision(ctx, id, 1, entry)
    await showEntry(ctx, entry)
    ctx.target(id)
    return toEntry(ctx, entry)
  }
  throw await taken(ctx, kind, plain)
}

export const createPage = implement(contracts.createPage, (ctx, input) => create(ctx, 'page', input))
export const createPost = implement(contracts.createPost, (ctx, input) => create(ctx, 'post', input))

async function update(ctx: Context, kind: Kind, { id, version, ...changes }: Changes & { id: string; version?: number | undefined }) {
  const before = await requireEntry(ctx, id, kind)
  if (version !== undefined && version !== before.version)
    throw new Refusal('stale_version', `Someone changed this ${kind} in the meantime. Read it again and retry.`)
  return toEntry(ctx, await changeEntry(ctx, before, changes))
}

export const updatePage = implement(contracts.updatePage, (ctx, input) => update(ctx, 'page', input))
export const updatePost = implement(contracts.updatePost, (ctx, input) => update(ctx, 'post', input))

async function remove(ctx: Context, kind: Kind, id: string) {
  const before = await requireEntry(ctx, id, kind)
  await ctx.tx.rows(queries.setPreview, { id, hash: null, until: null })
  const deleted_at = ctx.clock.now().toISOString()
  return toEntry(ctx, await changeEntry(ctx, before, { status: 'draft', deleted_at }))
}

export const deletePage = implement(contracts.deletePage, (ctx, { id }) => remove(ctx, 'page', id))
export const deletePost = implement(contracts.deletePost, (ctx, { id }) => remove(ctx, 'post', id))

export const getEntry = implement(contracts.getEntry, async (ctx, { id }) => {
  const row = await ctx.tx.row(queries.entryById, { id })
  if (!row || row.deleted_at) throw notFound('page or post', id, 'List them with {listPages} and {listPosts}.')
  return toEntry(ctx, row)
})

/** Restored as a draft: what was public is published again by a person, not by an undo. */
export const restoreEntry = implement(contracts.restoreEntry, async (ctx, { id }) => {
  const row = await ctx.tx.row(queries.lockedEntry, { id })
  if (!row) throw notFound('page or post', id, 'It may have been erased already.')
  if (!row.deleted_at) return toEntry(ctx, row)
  const kind = row.kind
  const free = await ctx.tx.row(queries.firstFree, { kind, slugs: [row.slug, ...suggestSlugs(row.slug)] })
  return toEntry(ctx, await changeEntry(ctx, row, { slug: free?.slug, deleted_at: null }))
})

export const listEntryRevisions = implement(contracts.listEntryRevisions, async (ctx, { id, limit, cursor }) => {
  const { revision } = await requireEntry(ctx, id)
  const [before] = decodeCursor(cursor, ['number']) ?? [revision + 1]
  return nextPage(await ctx.tx.rows(queries.revisions, { id, before, limit: limit + 1 }), limit, (row) => [row.number])
})

/** The slug stays as it is, so that links from elsewhere keep working. */
export const restoreEntryRevision = implement(contracts.restoreEntryRevision, async (ctx, { id, revision }) => {
  const entry = await requireEntry(ctx, id)
  const before = await ctx.tx.row(queries.revisionByNumber, { id, number: revision })
  if (!before) throw notFound('revision', String(revision), 'List them with {listEntryRevisions}.')
  const { title, summary, body } = before
  return toEntry(ctx, await changeEntry(ctx, entry, { title, summary, body }))
})

export const createPreviewLink = implement(contracts.createPreviewLink, async (ctx, { id, days }) => {
  await requireEntry(ctx, id)
  const secret = newSecret()
  const until = new Date(ctx.clock.now().getTime() + days * 86_400_000)
  await ctx.tx.rows(queries.setPreview, { id, hash: digest(secret), until })
  ctx.target(id)
  return { id, url: `${ctx.services.config.APP_URL}/p/preview/${secret}`, expires_at: until.toISOString() }
})

export const revokePreviewLink = implement(contracts.revokePreviewLink, async (ctx, { id }) => {
  const entry = await requireEntry(ctx, id)
  await ctx.tx.rows(queries.setPreview, { id, hash: null, until: null })
  ctx.target(id)
  return toEntry(ctx, { ...entry, preview_until: null })
})
