import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { enterOwnLog } from '../login/enter-own-log.ts'
import { accountOf, toMe } from '../login/open-session.ts'
import * as contracts from './settings.contract.ts'
import { profileUpdated } from './settings.events.ts'
import * as queries from './settings.queries.ts'

/** The database puts the picture it replaces on the list of files the worker removes. */
export const setPicture = implement(contracts.setPicture, async (ctx, { place, file }) => {
  const user = userOf(ctx)
  await ctx.tx.rows(place === 'avatar' ? queries.setAvatar : queries.setCover, [user, file, ctx.clock.now()])
  const account = await accountOf(ctx, user)
  enterOwnLog(ctx)
  ctx.emit(profileUpdated, { user_id: user, handle: account.handle })
  ctx.target(user)
  return toMe(account)
})
