import { type Context, userOf } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { enterOwnLog } from '../login/accounts.ts'
import { sessionEnded } from '../login/login.events.ts'
import { accountOf, toMe } from '../login/open-session.ts'
import * as contracts from './settings.contract.ts'
import { profileUpdated } from './settings.events.ts'
import * as queries from './settings.queries.ts'
import { endOtherSessions, endOwnSession, sessionsOf } from './settings.queries.ts'

export const updateProfile = implement(contracts.updateProfile, async (ctx, { handle, ...fields }) => {
  const user = userOf(ctx)
  if (handle !== undefined) await takeHandle(ctx, handle)
  const { name, bio, location, url, timezone, public_profile } = fields
  await ctx.tx.rows(queries.updateUser, { user, name, bio, location, url, timezone, public_profile, now: ctx.clock.now() })
  const account = await accountOf(ctx, user)
  enterOwnLog(ctx)
  ctx.emit(profileUpdated, { user_id: user, handle: account.handle })
  ctx.target(user)
  return toMe(account)
})

async function takeHandle(ctx: Context, handle: string): Promise<void> {
  const row = await ctx.tx.row(queries.changeHandle, { handle })
  if (row?.outcome === 'taken') throw new Refusal('handle_taken', 'This handle is taken. Choose another.')
  if (row?.outcome === 'too_many') {
    throw new Refusal('conflict', 'You have had five handles, and old ones stay yours. Go back to one of them.')
  }
}

/** The database adds the replaced picture to the list of files that the worker removes. */
export const setPicture = implement(contracts.setPicture, async (ctx, { place, file }) => {
  const user = userOf(ctx)
  await ctx.tx.rows(place === 'avatar' ? queries.setAvatar : queries.setCover, { user, file, now: ctx.clock.now() })
  const account = await accountOf(ctx, user)
  enterOwnLog(ctx)
  ctx.emit(profileUpdated, { user_id: user, handle: account.handle })
  ctx.target(user)
  return toMe(account)
})

export const listLoginSessions = implement(contracts.listLoginSessions, async (ctx, { limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const values = { user: userOf(ctx), id: ctx.principal.credential.id, now: ctx.clock.now(), before, limit: limit + 1 }
  return nextPage(await ctx.tx.rows(sessionsOf, values), limit, (row) => [row.id])
})

export const revokeLoginSession = implement(contracts.revokeLoginSession, async (ctx, { id }) => {
  const user = userOf(ctx)
  const row = await ctx.tx.row(endOwnSession, { user, credential: ctx.principal.credential.id, now: ctx.clock.now(), id })
  if (!row) throw notFound('login session', id, 'List yours with {listLoginSessions}.')
  enterOwnLog(ctx)
  ctx.emit(sessionEnded, { user_id: user, session_id: id, why: 'revoked' })
  ctx.target(id)
  return row
})

export const revokeOtherLoginSessions = implement(contracts.revokeOtherLoginSessions, async (ctx) => {
  const user = userOf(ctx)
  const ended = await ctx.tx.rows(endOtherSessions, { user, id: ctx.principal.credential.id, now: ctx.clock.now() })
  enterOwnLog(ctx)
  for (const { id } of ended) ctx.emit(sessionEnded, { user_id: user, session_id: id, why: 'revoked' })
  return { ended: ended.length }
})
