import type { Context } from '../../kernel/context.ts'
import { userOf } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { enterOwnLog } from '../login/enter-own-log.ts'
import { accountOf, toMe } from '../login/open-session.ts'
import * as contracts from './settings.contract.ts'
import { profileUpdated } from './settings.events.ts'
import * as queries from './settings.queries.ts'

export const updateProfile = implement(contracts.updateProfile, async (ctx, { handle, name, bio, location, url, timezone }) => {
  const user = userOf(ctx)
  if (handle !== undefined) await takeHandle(ctx, handle)
  await ctx.tx.rows(queries.updateUser, [user, name, bio, location, url, timezone, ctx.clock.now()])
  const account = await accountOf(ctx, user)
  enterOwnLog(ctx)
  ctx.emit(profileUpdated, { user_id: user, handle: account.handle })
  ctx.target(user)
  return toMe(account)
})

async function takeHandle(ctx: Context, handle: string): Promise<void> {
  const row = await ctx.tx.row(queries.changeHandle, [handle])
  if (row?.outcome === 'taken') throw new Refusal('handle_taken', 'This handle is taken. Choose another.')
  if (row?.outcome === 'too_many') {
    throw new Refusal('conflict', 'You have had five handles, and old ones stay yours. Go back to one of them.')
  }
}
