import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { together } from '../../../platform/together.ts'
import { mentionedMembers } from '../../organizations/organizations/people.ts'
import { changeNote, requireVersion } from './change-note.ts'
import * as contracts from './notes.contract.ts'
import { noteUpdated } from './notes.events.ts'
import type { FullNote } from './notes.queries.ts'
import { requireNote } from './require-note.ts'
import { showNote, summaryOf } from './show-note.ts'
import { readLinks, writeLinks } from './write-links.ts'

export const updateNote = implement(contracts.updateNote, async (outer, { note: id, version, links, tags, ...fields }) => {
  const ctx = together(outer)
  const before = await requireNote(ctx, id, 'write')
  requireVersion(before, version)
  const { content = before.content } = fields
  const rewritten = content !== before.content
  const changing = changeNote(ctx, before, { ...fields, ...(tags && { tags: [...new Set(tags)] }) })
  // The text may link to the note by its new title, so that is stored first.
  if (fields.title !== undefined) await changing
  const [{ note, changed }, written, mentions] = await Promise.all([
    changing,
    links !== undefined || rewritten ? writeLinks(ctx, before, content, { given: links }) : readLinks(ctx, before, content),
    rewritten ? newlyMentioned(ctx, before, content) : [],
  ])
  if (links !== undefined) changed.push('links')
  if (changed.length > 0) ctx.emit(noteUpdated, { note: summaryOf(note), changed, mentions })
  return { ...showNote(ctx, note, 'write'), ...written }
})

async function newlyMentioned(ctx: Context, before: FullNote, content: string): Promise<string[]> {
  if (!before.project_id) return []
  const [named, known] = await Promise.all([mentionedMembers(ctx, content), mentionedMembers(ctx, before.content)])
  return named.filter((user) => !known.includes(user))
}
