import { implement } from '../../kernel/operation.ts'
import { changeNote } from './change-note.ts'
import * as contracts from './notes.contract.ts'
import { noteUnpublished } from './notes.events.ts'
import { requireNote } from './require-note.ts'
import { summaryOf } from './show-note.ts'

/** Whoever may write a note may take it down, an agent too: it makes nothing public. */
export const unpublishNote = implement(contracts.unpublishNote, async (ctx, input) => {
  const { note, changed } = await changeNote(ctx, await requireNote(ctx, input.note, 'write'), { public_slug: null })
  if (changed.length > 0) ctx.emit(noteUnpublished, { note: summaryOf(note) })
  return summaryOf(note)
})
