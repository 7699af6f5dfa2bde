import { userOf } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { newId } from '../../platform/ids.ts'
import { digest, newSecret } from '../../platform/secrets.ts'
import { requireUser } from '../administration/require-user.ts'
import * as contracts from './passwords.contract.ts'
import { offerReset } from './passwords.queries.ts'

const lastsMinutes = 24 * 60

/** The administrator never picks the password and, where mail is on, never sees the link. */
export const resetUserPassword = implement(contracts.resetUserPassword, async (ctx, { id }) => {
  if (id === ctx.principal.user) throw new Refusal('conflict', 'Change your own password in your settings.')
  const user = await requireUser(ctx, id)
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + lastsMinutes * 60_000)
  const mailed = ctx.services.mail.on
  const [secret, mailing] = [newSecret(), newId()]
  await ctx.tx.rows(offerReset, [user.id, userOf(ctx), mailed ? null : digest(secret), mailing, now, until])
  if (mailed) await ctx.enqueue('sendMailing', { mailing_id: mailing }, { patient: true })
  await ctx.enqueue('tellOfPasswordReset', { user_id: user.id })
  ctx.target(user.id)
  if (mailed) return { user_id: user.id, url: null, expires_at: null }
  return { user_id: user.id, url: `${ctx.services.config.APP_URL}/reset-password#${secret}`, expires_at: until.toISOString() }
})
