import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { changePreferences } from '../../preferences/change-preferences.ts'
import * as contracts from '../notifications.contract.ts'
import { personalOrganization } from '../notifications.queries.ts'
import { userOfToken } from './unsubscribe-token.ts'

export const unsubscribe = implement(contracts.unsubscribe, async (ctx, { token }) => {
  const user = userOfToken(ctx, token)
  const personal = user && (await ctx.tx.row(personalOrganization, [user]))
  if (!personal) throw new Refusal('invalid', 'This is not the whole link of a mail of ours. Open it from the mail again.')
  ctx.enter(ctx.principal, personal.id)
  await changePreferences(ctx, user, { digest: { on: false } })
  return { unsubscribed: true }
})
