import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { changedFields } from '../../changed-fields.ts'
import * as queries from './notes.queries.ts'
import type { FullNote } from './notes.queries.ts'

type Changes = Partial<Pick<FullNote, 'title' | 'content' | 'tags' | 'pinned' | 'public_slug' | 'deleted_at'>>

const shown = new Set<keyof Changes>(['title', 'content', 'tags'])

/** Only a person may change what the public reads, just as only a person may publish it. */
function requirePerson(ctx: Context): void {
  if (ctx.principal.credential.kind === 'interactive') return
  throw new Refusal(
    'needs_person',
    'This note is public, so only a person who has logged in may change it. Take it down first, or ask one.',
  )
}

export function requireVersion(note: FullNote, version: number | undefined): void {
  if (version === undefined || version === note.version) return
  throw new Refusal(
    'stale_version',
    `Someone changed this note in the meantime; it is at version ${note.version}. Read it again and repeat.`,
  )
}

/** Stores the given fields of a locked note and keeps its public snapshot in sync. Returns which of them really changed. */
export async function changeNote(ctx: Context, before: FullNote, changes: Changes): Promise<{ note: FullNote; changed: string[] }> {
  ctx.target(before.id)
  const changed = changedFields(before, changes)
  if (changed.length === 0) return { note: before, changed }
  if (before.public_slug && changes.public_slug !== null && changed.some((field) => shown.has(field))) requirePerson(ctx)
  const named = Object.fromEntries(changed.map((field) => [field, changes[field]])) as Changes
  const note: FullNote = { ...before, ...named, updated_at: ctx.clock.now().toISOString(), version: before.version + 1 }
  const { title, content, tags, pinned, public_slug, deleted_at, updated_at } = note
  const stored = await ctx.tx.row(queries.updateNote, {
    org: ctx.org,
    id: note.id,
    title,
    content,
    tags,
    pinned,
    public_slug,
    deleted_at,
    updated_at,
  })
  note.excerpt = stored?.excerpt ?? ''
  if (before.public_slug && !public_slug) await ctx.tx.rows(queries.unpublish, { org: ctx.org, item: note.id })
  else if (public_slug)
    await ctx.tx.rows(queries.republish, { org: ctx.org, note: note.id, fields: publicFields(note, public_slug), updated_at })
  return { note, changed }
}

/** The public sees these fields and no others; `name` and `description` are what search over published items uses. */
export const publicFields = ({ title, content, tags, excerpt }: FullNote, slug: string) => ({
  slug,
  title,
  content,
  tags,
  name: title,
  description: excerpt,
})
