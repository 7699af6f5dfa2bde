import { implement } from '../../kernel/operation.ts'
import { backlinksOf } from '../links/links.ts'
import * as contracts from './notes.contract.ts'
import { requireNote } from './require-note.ts'
import { showNote } from './show-note.ts'
import { readLinks } from './write-links.ts'

export const getNote = implement(contracts.getNote, async (ctx, { note: id, offset }) => {
  const note = await requireNote(ctx, id, 'read')
  const [links, backlinks] = await Promise.all([readLinks(ctx, id, note.content), backlinksOf(ctx, { kind: 'note', id })])
  return { ...showNote(ctx, note, 'read', offset), ...links, backlinks }
})
