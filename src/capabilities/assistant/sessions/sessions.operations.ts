import { userOf } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { requireProject } from '../../projects/require-project.ts'
import * as contracts from './ai-sessions.contract.ts'
import { aiSessionCreated, aiSessionDeleted, aiSessionRenamed } from './ai-sessions.events.ts'
import * as queries from './ai-sessions.queries.ts'
import { requireAiSession, requireSource, showMessage, showSession } from './show-message.ts'

export const listAiSessions = implement(contracts.listAiSessions, async (ctx, { limit, cursor }) => {
  const [updated_at = null, id = lastId] = decodeCursor(cursor, ['time', 'id']) ?? []
  const rows = await ctx.tx.rows(queries.listSessions, { org: ctx.org, updated_at, id, limit: limit + 1 })
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.updated_at, row.id])
  return { items: items.map(showSession), next_cursor }
})

export const createAiSession = implement(contracts.createAiSession, async (ctx, { title = '', project: name }) => {
  const project = name === undefined ? null : (await requireProject(ctx, name, 'read')).id
  const values = { org: ctx.org, id: newId(), user: userOf(ctx), project, repository: null, title, now: ctx.clock.now() }
  const session = await ctx.tx.one(queries.insertSession, values)
  ctx.emit(aiSessionCreated, { ai_session: session })
  ctx.target(session.id)
  return showSession(session)
})

export const renameAiSession = implement(contracts.renameAiSession, async (ctx, { session: id, title }) => {
  await requireAiSession(ctx, id, 'write')
  const session = await ctx.tx.one(queries.renameSession, { org: ctx.org, id, title })
  ctx.emit(aiSessionRenamed, { ai_session: session })
  ctx.target(id)
  return showSession(session)
})

export const deleteAiSession = implement(contracts.deleteAiSession, async (ctx, { session: id }) => {
  const session = await requireAiSession(ctx, id, 'write')
  await ctx.tx.rows(queries.deleteSession, { org: ctx.org, id })
  ctx.emit(aiSessionDeleted, { ai_session: session })
  ctx.target(id)
  return showSession(session)
})

export const listAiMessages = implement(contracts.listAiMessages, async (ctx, { session: id, limit, cursor }) => {
  const session = await requireAiSession(ctx, id)
  await requireSource(ctx, session)
  const [before = 2_147_483_647] = decodeCursor(cursor, ['number']) ?? []
  const rows = await ctx.tx.rows(queries.listMessages, { org: ctx.org, session: session.id, before, limit: limit + 1 })
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.place])
  return { items: items.map((row) => showMessage(ctx, row)), next_cursor }
})
