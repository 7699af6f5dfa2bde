import type { Context } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import type { Statement } from '../../../platform/postgres.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { tell } from '../announcements/announce.ts'
import { requireUser } from '../require-user.ts'
import * as contracts from './users.contract.ts'
import { noteRead } from './users.events.ts'
import * as queries from './users.queries.ts'

type Counts = (typeof contracts.getUser.output)['_zod']['output']['counts']

const byId = (row: { id: string }) => [row.id]

/** A page of something a user has. */
async function listOf<Row extends { id: string }>(
  ctx: Context,
  { id, limit, cursor }: { id: string; limit: number; cursor?: string | undefined },
  statement: Statement<Row, 'id' | 'before' | 'limit'>,
) {
  const { handle } = await requireUser(ctx, id)
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  ctx.target(id)
  return { ...nextPage(await ctx.tx.rows(statement, { id, before, limit: limit + 1 }), limit, byId), user: { id, handle } }
}

export const getUser = implement(contracts.getUser, async (ctx, { id }) => {
  const user = await requireUser(ctx, id)
  const now = ctx.clock.now()
  const { counts } = await ctx.tx.one(queries.overview, { id, now })
  const login = await ctx.tx.one(queries.loginOf, { id, now })
  ctx.target(id)
  return { ...user, ...login, organizations: await ctx.tx.rows(queries.organizationsOf, { id }), counts: counts as Counts }
})

export const listUserProjects = implement(contracts.listUserProjects, (ctx, input) => listOf(ctx, input, queries.projectsOf))

export const listUserNotes = implement(contracts.listUserNotes, (ctx, input) => listOf(ctx, input, queries.notesOf))

/** Reading content requires a reason, which is logged, and the owner is notified. */
export const readUserNote = implement(contracts.readUserNote, async (ctx, { id, note: name, reason }) => {
  await requireUser(ctx, id)
  const note = await ctx.tx.row(queries.noteOf, { id, note: name })
  if (!note) throw notFound('note', name, 'List them with {listUserNotes}.')
  ctx.emit(noteRead, { user_id: id, note_id: note.id, reason })
  await tell(ctx, id, 'An administrator has read a note of yours', `Note: ${note.title}\n\nReason given: ${reason}`)
  ctx.target(note.id)
  return note
})

export const listUserSessions = implement(contracts.listUserSessions, (ctx, input) => listOf(ctx, input, queries.sessionsOf))

export const listUserTeams = implement(contracts.listUserTeams, (ctx, input) => listOf(ctx, input, queries.teamsOf))
