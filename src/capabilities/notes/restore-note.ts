import { implement } from '../../kernel/operation.ts'
import { changeNote } from './change-note.ts'
import * as contracts from './notes.contract.ts'
import { noteRestored } from './notes.events.ts'
import { requireNote } from './require-note.ts'
import { summaryOf } from './show-note.ts'

export const restoreNote = implement(contracts.restoreNote, async (ctx, input) => {
  const before = await requireNote(ctx, input.note, 'restore')
  const { note } = await changeNote(ctx, before, { deleted_at: null })
  ctx.emit(noteRestored, { note: summaryOf(note) })
  return summaryOf(note)
})
