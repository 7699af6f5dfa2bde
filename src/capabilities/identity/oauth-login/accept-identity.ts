import { implement } from '../../../kernel/operation.ts'
import { Email, Name } from '../../vocabulary.contract.ts'
import { accountOfIdentity } from './account-of-identity.ts'
import { issueCode } from './oauth-codes.ts'
import * as contracts from './oauth-login.contract.ts'
import { purgeCodes } from './oauth-login.queries.ts'

export const acceptIdentity = implement(contracts.acceptIdentity, async (ctx, input) => {
  const { provider, subject, user_id, challenge } = input
  await ctx.tx.rows(purgeCodes, { now: ctx.clock.now() })
  const address = Email.safeParse(input.email)
  const email = input.email_verified && address.success ? address.data : null
  // Whoever asked to connect the identity confirms with their own session: this browser may be somebody else's.
  if (user_id) {
    const code = await issueCode(ctx, { purpose: 'link', user: user_id, provider, subject, email, challenge: null })
    return { purpose: 'link' as const, code }
  }
  const { id: user } = await accountOfIdentity(ctx, { provider, subject, email, name: nameOf(input.name, email) })
  return { purpose: 'login' as const, code: await issueCode(ctx, { purpose: 'login', user, provider, subject, email, challenge }) }
})

function nameOf(given: string | null, email: string | null): string {
  const candidates = [given?.slice(0, 120), email?.split('@')[0]?.slice(0, 120)]
  for (const candidate of candidates) {
    const name = Name.safeParse(candidate)
    if (name.success) return name.data
  }
  return 'Somebody'
}
