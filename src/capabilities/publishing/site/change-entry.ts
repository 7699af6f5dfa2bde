import { type Context, userOf } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { changedFields } from '../../changed-fields.ts'
import { suggestSlugs } from '../../suggest-slugs.ts'
import { requireCategory } from './categories.operations.ts'
import * as queries from './entries.queries.ts'
import type { EntryRow } from './entries.queries.ts'

export type Kind = 'page' | 'post'
type Status = EntryRow['status']

/** Revisions kept per entry; older ones are dropped. */
const revisionsKept = 100

export interface Changes {
  title?: string | undefined
  slug?: string | undefined
  summary?: string | undefined
  body?: string | undefined
  status?: Status | undefined
  publish_at?: string | null | undefined
  author?: string | undefined
  category?: string | null | undefined
  deleted_at?: string | null
}

export async function requireEntry(ctx: Context, id: string, kind?: Kind): Promise<EntryRow> {
  const row = await ctx.tx.row(queries.lockedEntry, { id })
  if (!row || row.deleted_at || (kind && row.kind !== kind))
    throw notFound(kind ?? 'page or post', id, `List them with {${kind === 'page' ? 'listPages' : 'listPosts'}}.`)
  return row
}

/** When an entry is published, if it is: only a scheduled entry has a date, which must be in the future. */
export function timing(ctx: Context, before: Pick<EntryRow, 'status' | 'publish_at' | 'published_at'>, changes: Changes) {
  const now = ctx.clock.now()
  const status = changes.status ?? before.status
  const named = changes.publish_at === undefined ? before.publish_at : changes.publish_at
  if (status !== 'scheduled') {
    if (changes.publish_at) throw new Refusal('invalid', 'publish_at goes with the status scheduled. Send both, or leave publish_at out.')
    const published_at = before.published_at ?? (status === 'published' ? now.toISOString() : null)
    return { status, publish_at: null, published_at }
  }
  const at = new Date(named ?? '')
  if (Number.isNaN(at.getTime())) throw new Refusal('invalid', 'A scheduled entry needs publish_at, such as 2026-12-01T09:00:00Z.')
  const unchanged = before.status === 'scheduled' && Date.parse(before.publish_at ?? '') === at.getTime()
  if (at <= now && !unchanged)
    throw new Refusal('invalid', 'publish_at must lie in the future. To publish at once, send the status published.')
  return { status, publish_at: at.toISOString(), published_at: before.published_at }
}

/** Stores the given fields, keeps a revision and a redirect from the old slug, and updates what the public sees. */
export async function changeEntry(ctx: Context, before: EntryRow, changes: Changes): Promise<EntryRow> {
  if (changes.slug !== undefined && changes.slug !== before.slug) await requireFree(ctx, before.kind, changes.slug, before.id)
  if (changes.author !== undefined) await requireAuthor(ctx, changes.author)
  if (changes.category) await requireCategory(ctx, changes.category)
  const { title = before.title, slug = before.slug, summary = before.summary, body = before.body } = changes
  const after = { title, slug, summary, body }
  const rewritten = changedFields({ ...before }, after).length > 0
  const now = ctx.clock.now()
  const { id, kind } = before
  const when = timing(ctx, before, changes)
  const revision = rewritten ? before.revision + 1 : before.revision
  await ctx.tx.rows(queries.updateEntry, {
    id,
    ...after,
    ...when,
    author: changes.author ?? before.author.id,
    category: changes.category === undefined ? (before.category?.id ?? null) : changes.category,
    revision,
    deleted_at: changes.deleted_at === undefined ? before.deleted_at : changes.deleted_at,
    now,
  })
  if (rewritten) await keepRevision(ctx, id, revision, after)
  if (slug !== before.slug && before.published_at) await ctx.tx.rows(queries.leadFrom, { kind, slug: before.slug, id, now })
  const stored = await ctx.tx.one(queries.entryById, { id })
  await showEntry(ctx, stored)
  ctx.target(id)
  return stored
}

export async function keepRevision(
  ctx: Context,
  id: string,
  number: number,
  text: Pick<EntryRow, 'slug' | 'title' | 'summary' | 'body'>,
): Promise<void> {
  const { slug, title, summary, body } = text
  await ctx.tx.rows(queries.insertRevision, { id, number, slug, title, summary, body, user: userOf(ctx), now: ctx.clock.now() })
  await ctx.tx.rows(queries.dropRevisions, { id, number: number - revisionsKept })
}

/** The public sees these fields and no others, and only of published entries. */
export async function showEntry(ctx: Context, entry: EntryRow): Promise<void> {
  const { id, kind, slug, title, summary, body, author, category, status, publish_at, published_at, updated_at, deleted_at } = entry
  if (status === 'scheduled' && publish_at && !deleted_at) await ctx.enqueue('publishScheduled', {}, { startAfter: new Date(publish_at) })
  if (status !== 'published' || deleted_at) return void (await ctx.tx.rows(queries.hide, { kind, id }))
  // Another entry may have had this slug before; it belongs to this one now.
  await ctx.tx.rows(queries.leadNoMore, { kind, slug })
  const fields = {
    name: title,
    slug,
    description: summary,
    author,
    category: category && { slug: category.slug, name: category.name },
  }
  await ctx.tx.rows(queries.show, { kind, slug, id, fields, body, published_at, updated_at })
}

export async function requireAuthor(ctx: Context, id: string): Promise<void> {
  if (!(await ctx.tx.row(queries.isPerson, { id }))) throw notFound('user', id, 'List them with {listUsers}.')
}

async function requireFree(ctx: Context, kind: Kind, slug: string, id: string): Promise<void> {
  if (await ctx.tx.row(queries.isTaken, { kind, slug, id })) throw await taken(ctx, kind, slug)
}

export async function taken(ctx: Context, kind: Kind, slug: string): Promise<Refusal> {
  const free = await ctx.tx.row(queries.firstFree, { kind, slugs: suggestSlugs(slug) })
  return new Refusal('conflict', `Another ${kind} has the slug \`${slug}\`. \`${free?.slug}\` is free.`, { suggestion: free?.slug })
}
