import type { Context } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { isId } from '../../../platform/ids.ts'
import {
  type FullNote,
  linkableByIds,
  linkableByNames,
  lockedDeletedNote,
  lockedNote,
  noteById,
  unpublishProject,
} from './notes.queries.ts'

const statements = { read: noteById, write: lockedNote, restore: lockedDeletedNote }

/** A note the caller may see; for writing it is locked, and its project must not be archived. */
export async function requireNote(ctx: Context, id: string, purpose: keyof typeof statements): Promise<FullNote> {
  const note = await ctx.tx.row(statements[purpose], { org: ctx.org, id })
  if (!note && purpose === 'restore') throw notFound('deleted note', id, 'Use {listNotes with deleted: true} to find it.')
  if (!note) throw notFound('note', id, 'Use {listNotes} to find its id.')
  if (purpose !== 'read' && note.project_archived_at) {
    throw new Refusal('conflict', 'This project is archived. Restore it first: {archiveProject with restore: true}.')
  }
  return note
}

/** Takes down what a deleted project had published. */
export async function unpublishNotesOf(ctx: Context, project: string): Promise<void> {
  await ctx.tx.rows(unpublishProject, { org: ctx.org, project, now: ctx.clock.now() })
}

const toEnd = ({ id, title }: { id: string; title: string }) => ({ id, ref: id, title, status: null })

/** Notes as endpoints of links, by title or id; of several with the same title, the one in the project `near` comes first. */
export const linkableNotes = {
  byNames: async (ctx: Context, names: readonly string[], near: string | null = null) => {
    const titles = names.map((name) => name.toLowerCase())
    return (await ctx.tx.rows(linkableByNames, { org: ctx.org, titles, ids: titles.filter(isId), project: near })).map(toEnd)
  },
  byIds: async (ctx: Context, ids: readonly string[]) => (await ctx.tx.rows(linkableByIds, { org: ctx.org, ids })).map(toEnd),
}
