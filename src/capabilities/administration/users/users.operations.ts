import { notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { tell } from '../announcements/announce.ts'
import { requireUser } from '../require-user.ts'
import * as contracts from './users.contract.ts'
import { noteRead } from './users.events.ts'
import * as queries from './users.queries.ts'

type Counts = (typeof contracts.getUser.output)['_zod']['output']['counts']

const pageFrom = (id: string, limit: number, cursor: string | undefined) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  return { id, before, limit: limit + 1 }
}
const byId = (row: { id: string }) => [row.id]

export const getUser = implement(contracts.getUser, async (ctx, { id }) => {
  const user = await requireUser(ctx, id)
  const now = ctx.clock.now()
  const { counts } = await ctx.tx.one(queries.overview, { id, now })
  const login = await ctx.tx.one(queries.loginOf, { id, now })
  ctx.target(id)
  return { ...user, ...login, organizations: await ctx.tx.rows(queries.organizationsOf, { id }), counts: counts as Counts }
})

export const listUserProjects = implement(contracts.listUserProjects, async (ctx, { id, limit, cursor }) => {
  await requireUser(ctx, id)
  ctx.target(id)
  return nextPage(await ctx.tx.rows(queries.projectsOf, pageFrom(id, limit, cursor)), limit, byId)
})

export const listUserNotes = implement(contracts.listUserNotes, async (ctx, { id, limit, cursor }) => {
  await requireUser(ctx, id)
  ctx.target(id)
  return nextPage(await ctx.tx.rows(queries.notesOf, pageFrom(id, limit, cursor)), limit, byId)
})

/** Content is not free: it takes a reason, which the log keeps, and its owner learns of it. */
export const readUserNote = implement(contracts.readUserNote, async (ctx, { id, note: name, reason }) => {
  await requireUser(ctx, id)
  const note = await ctx.tx.row(queries.noteOf, { id, note: name })
  if (!note) throw notFound('note', name, 'List them with {listUserNotes}.')
  ctx.emit(noteRead, { user_id: id, note_id: note.id, reason })
  await tell(ctx, id, 'An administrator has read a note of yours', `Note: ${note.title}\n\nReason given: ${reason}`)
  ctx.target(note.id)
  return note
})

export const listUserSessions = implement(contracts.listUserSessions, async (ctx, { id, limit, cursor }) => {
  await requireUser(ctx, id)
  ctx.target(id)
  return { ...nextPage(await ctx.tx.rows(queries.sessionsOf, pageFrom(id, limit, cursor)), limit, byId), user_id: id }
})

export const listUserTeams = implement(contracts.listUserTeams, async (ctx, { id, limit, cursor }) => {
  await requireUser(ctx, id)
  ctx.target(id)
  return nextPage(await ctx.tx.rows(queries.teamsOf, pageFrom(id, limit, cursor)), limit, byId)
})
