import { userOf } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { together } from '../../../platform/together.ts'
import { backlinksOf } from '../../links/links.ts'
import { mentionedMembers } from '../../organizations/organizations/people.ts'
import { requireProject } from '../../projects/require-project.ts'
import { changeNote } from './change-note.ts'
import * as contracts from './notes.contract.ts'
import { noteCreated, noteDeleted, noteRestored, noteUnpublished } from './notes.events.ts'
import { insertNote, publicNote } from './notes.queries.ts'
import { requireNote } from './require-note.ts'
import { showNote, summaryOf } from './show-note.ts'
import { readLinks, writeLinks } from './write-links.ts'

export const createNote = implement(contracts.createNote, async (outer, input) => {
  const ctx = together(outer)
  const { title, content = '', tags = [], pinned = false } = input
  const project = input.project === undefined ? null : (await requireProject(ctx, input.project, 'write')).id
  const user = userOf(ctx)
  const values = { title, content, tags: [...new Set(tags)], pinned, user, agent: ctx.principal.agent, now: ctx.clock.now() }
  const note = await ctx.tx.one(insertNote, { org: ctx.org, id: newId(), project, owner: project ? null : user, ...values })
  const [written, mentions] = await Promise.all([
    writeLinks(ctx, note, content, { given: input.links, isNew: true }),
    project ? mentionedMembers(ctx, content) : [],
  ])
  ctx.emit(noteCreated, { note: summaryOf(note), mentions })
  ctx.target(note.id)
  return { ...showNote(ctx, note, 'write'), ...written }
})

export const getNote = implement(contracts.getNote, async (ctx, { note: id, offset }) => {
  const note = await requireNote(ctx, id, 'read')
  const read = together(ctx)
  const [links, backlinks] = await Promise.all([readLinks(read, note, note.content), backlinksOf(read, { kind: 'note', id })])
  return { ...showNote(ctx, note, 'read', offset), ...links, backlinks }
})

/** Its links stay stored and appear again when it is restored. A public note isn't published again by that. */
export const deleteNote = implement(contracts.deleteNote, async (ctx, input) => {
  const before = await requireNote(ctx, input.note, 'write')
  const { note } = await changeNote(ctx, before, { deleted_at: ctx.clock.now().toISOString(), public_slug: null })
  ctx.emit(noteDeleted, { note: summaryOf(note) })
  return summaryOf(note)
})

export const restoreNote = implement(contracts.restoreNote, async (ctx, input) => {
  const before = await requireNote(ctx, input.note, 'restore')
  const { note } = await changeNote(ctx, before, { deleted_at: null })
  ctx.emit(noteRestored, { note: summaryOf(note) })
  return summaryOf(note)
})

/** Whoever may write a note may take it down, even an agent: that makes nothing public. */
export const unpublishNote = implement(contracts.unpublishNote, async (ctx, input) => {
  const { note, changed } = await changeNote(ctx, await requireNote(ctx, input.note, 'write'), { public_slug: null })
  if (changed.length > 0) ctx.emit(noteUnpublished, { note: summaryOf(note) })
  return summaryOf(note)
})

export const getPublicNote = implement(contracts.getPublicNote, async (ctx, input) => {
  const row = await ctx.tx.row(publicNote, { slug: input.slug })
  if (!row) throw notFound('public note', input.slug, 'It may have been taken down.')
  const { slug, title, content, tags } = row.fields
  return { slug, title, content, tags, published_at: row.published_at, updated_at: row.updated_at }
})
