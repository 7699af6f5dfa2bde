import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { mentionedMembers } from '../../organizations/organizations/people.ts'
import { changeNote, requireVersion } from './change-note.ts'
import * as contracts from './notes.contract.ts'
import { noteUpdated } from './notes.events.ts'
import type { FullNote } from './notes.queries.ts'
import { requireNote } from './require-note.ts'
import { showNote, summaryOf } from './show-note.ts'
import { readLinks, writeLinks } from './write-links.ts'

export const updateNote = implement(contracts.updateNote, async (ctx, { note: id, version, links, tags, ...fields }) => {
  const before = await requireNote(ctx, id, 'write')
  requireVersion(before, version)
  const { note, changed } = await changeNote(ctx, before, { ...fields, ...(tags && { tags: [...new Set(tags)] }) })
  const relinked = links !== undefined || changed.includes('content')
  const written = relinked ? await writeLinks(ctx, note, note.content, links) : await readLinks(ctx, note, note.content)
  if (links !== undefined) changed.push('links')
  const mentions = changed.includes('content') ? await newlyMentioned(ctx, before, note) : []
  if (changed.length > 0) ctx.emit(noteUpdated, { note: summaryOf(note), changed, mentions })
  return { ...showNote(ctx, note, 'write'), ...written }
})

async function newlyMentioned(ctx: Context, before: FullNote, after: FullNote): Promise<string[]> {
  if (!after.project_id) return []
  const named = await mentionedMembers(ctx, after.content)
  if (named.length === 0) return []
  const known = new Set(await mentionedMembers(ctx, before.content))
  return named.filter((user) => !known.has(user))
}
