import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { newId } from '../../platform/ids.ts'
import { mentionedMembers } from '../organizations/mentioned-members.ts'
import { requireProject } from '../projects/require-project.ts'
import * as contracts from './notes.contract.ts'
import { noteCreated } from './notes.events.ts'
import { insertNote } from './notes.queries.ts'
import { showNote, summaryOf } from './show-note.ts'
import { writeLinks } from './write-links.ts'

export const createNote = implement(contracts.createNote, async (ctx, input) => {
  const { title, content = '', tags = [], pinned = false } = input
  const project = input.project === undefined ? null : (await requireProject(ctx, input.project, 'write')).id
  const user = userOf(ctx)
  const values = [title, content, [...new Set(tags)], pinned, user, ctx.principal.agent, ctx.clock.now()]
  const note = await ctx.tx.row(insertNote, [ctx.org, newId(), project, project ? null : user, ...values])
  if (!note) throw new Error('the note was not stored')
  const written = await writeLinks(ctx, note, content, input.links)
  ctx.emit(noteCreated, { note: summaryOf(note), mentions: project ? await mentionedMembers(ctx, content) : [] })
  ctx.target(note.id)
  return { ...showNote(ctx, note, 'write'), ...written }
})
