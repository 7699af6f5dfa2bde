import { implement } from '../../kernel/operation.ts'
import { changeNote } from './change-note.ts'
import * as contracts from './notes.contract.ts'
import { noteDeleted } from './notes.events.ts'
import { requireNote } from './require-note.ts'
import { summaryOf } from './show-note.ts'

/** Its links stay stored: they show again when it is restored. What was public does not come back by itself. */
export const deleteNote = implement(contracts.deleteNote, async (ctx, input) => {
  const before = await requireNote(ctx, input.note, 'write')
  const { note } = await changeNote(ctx, before, { deleted_at: ctx.clock.now().toISOString(), public_slug: null })
  ctx.emit(noteDeleted, { note: summaryOf(note) })
  return summaryOf(note)
})
