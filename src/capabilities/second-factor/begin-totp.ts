import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { enterOwnLog } from '../login/enter-own-log.ts'
import { accountOf } from '../login/open-session.ts'
import { sealSeed } from './seal-seed.ts'
import * as contracts from './second-factor.contract.ts'
import { storeNextSeed } from './second-factor.queries.ts'
import { newSeed, otpauthUrl } from './totp.ts'

const minutes = 15

/** A seed already in use stays in use until the new one is confirmed: whoever changes phones is never without. */
export const beginTotp = implement(contracts.beginTotp, async (ctx) => {
  const user = userOf(ctx)
  const { email } = await accountOf(ctx, user)
  const secret = newSeed()
  const expires = new Date(ctx.clock.now().getTime() + minutes * 60_000)
  await ctx.tx.rows(storeNextSeed, [user, sealSeed(ctx, user, secret), expires])
  enterOwnLog(ctx)
  return { secret, url: otpauthUrl(secret, 'Baton', email), expires_at: expires.toISOString() }
})
