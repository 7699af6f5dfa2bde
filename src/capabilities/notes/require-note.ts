import type { Context } from '../../kernel/context.ts'
import { Refusal, notFound } from '../../kernel/errors.ts'
import { lockedDeletedNote, lockedNote, noteById, type FullNote } from './notes.queries.ts'

const statements = { read: noteById, write: lockedNote, restore: lockedDeletedNote }

/** A note the caller may see; for writing it is locked, and its project must not be archived. */
export async function requireNote(ctx: Context, id: string, purpose: keyof typeof statements): Promise<FullNote> {
  const note = await ctx.tx.row(statements[purpose], [ctx.org, id])
  if (!note && purpose === 'restore') throw notFound('deleted note', id, 'Use list_notes with deleted: true to find it.')
  if (!note) throw notFound('note', id, 'Use list_notes to find its id.')
  if (purpose !== 'read' && note.project_archived_at) {
    throw new Refusal('conflict', 'This project is archived. Restore it first: archive_project with restore: true.')
  }
  return note
}
