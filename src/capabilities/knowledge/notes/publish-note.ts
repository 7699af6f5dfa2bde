import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { slugOf } from '../../suggest-slugs.ts'
import { changeNote, publicFields } from './change-note.ts'
import * as contracts from './notes.contract.ts'
import { notePublished } from './notes.events.ts'
import * as queries from './notes.queries.ts'
import type { FullNote } from './notes.queries.ts'
import { requireNote } from './require-note.ts'
import { summaryOf } from './show-note.ts'

/** A personal note may be published by its owner; one that belongs to a project only by admins and owners. */
export const publishNote = implement(contracts.publishNote, async (ctx, input) => {
  const before = await requireNote(ctx, input.note, 'write')
  requirePublisher(ctx, before)
  if ((await ctx.tx.rows(queries.inSandbox, { org: ctx.org })).length > 0) {
    throw new Refusal('conflict', 'Nothing leaves a sandbox. Publish the note in the organization itself.')
  }
  if (before.public_slug && (input.slug ?? before.public_slug) === before.public_slug) return summaryOf(before)
  if (before.public_slug) await ctx.tx.rows(queries.unpublish, { org: ctx.org, item: before.id })
  const slug = await takeSlug(ctx, before, input.slug)
  const { note } = await changeNote(ctx, before, { public_slug: slug })
  ctx.emit(notePublished, { note: summaryOf(note) })
  return summaryOf(note)
})

function requirePublisher(ctx: Context, note: FullNote): void {
  const role = ctx.principal.organization?.role
  if (!note.project_id || role === 'owner' || role === 'admin') return
  throw new Refusal('forbidden', 'Publishing a note of a project needs the role admin or owner in the organization. Ask an admin.')
}

/** The first slug that is free; public addresses are shared by all organizations. */
async function takeSlug(ctx: Context, note: FullNote, wanted: string | undefined): Promise<string> {
  const plain = wanted ?? slugOf(note.title, 'note')
  const other = `${plain.slice(0, 57).replace(/(?<!-)-+$/, '')}-${newId().slice(-6)}`
  for (const slug of wanted ? [wanted] : [plain, other]) {
    if (await ctx.tx.row(queries.publish, { org: ctx.org, slug, note: note.id, fields: publicFields(note, slug), now: ctx.clock.now() }))
      return slug
  }
  throw new Refusal('conflict', `This public address is taken. Choose another, such as ${other}.`, { suggestion: other })
}
