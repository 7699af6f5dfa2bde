import { unprovenEmail } from '../../../kernel/authorize.ts'
import { userOf } from '../../../kernel/context.ts'
import { Refusal, notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { checkPassword, compareForLogin } from '../login/check-password.ts'
import { principalOf } from '../login/open-account.ts'
import { sendSoon } from '../../mail/request-mailing.ts'
import { secondFactorsOf } from '../second-factor/second-factors-of.ts'
import { issueToken } from './issue-token.ts'
import * as contracts from './tokens.contract.ts'
import { apiKeyCreated } from './tokens.events.ts'
import { membershipOf } from './tokens.queries.ts'

/** For programs that have only a password; it counts as a login and is limited like one. */
export const exchangeForApiKey = implement(contracts.exchangeForApiKey, {
  prepare: compareForLogin,
  async handle(ctx, input, compared) {
    const account = await checkPassword(ctx, input, compared)
    if (ctx.services.mail.on && !account.email_verified) throw unprovenEmail()
    const home = account.personal_organization_id
    ctx.enter(principalOf(account.id, home), home)
    if ((await secondFactorsOf(ctx, account.id)).required) {
      throw new Refusal(
        'forbidden',
        'This account has a second factor, and a password alone makes no key. Log in and create one in Settings.',
      )
    }
    const name = input.organization ?? home
    const membership = await ctx.tx.row(membershipOf, { user: account.id, name })
    if (!membership) throw notFound('organization', name, 'List yours with {listOrganizations}.')
    const { scopes, expires_in_days } = input
    // Results of a build server count for more than those of an agent, so only a person who is present may create its key.
    if (scopes.some((scope) => scope.startsWith('ci:'))) {
      throw new Refusal('forbidden', 'A password is not enough to create a key for a build server. Log in and create one in Settings.')
    }
    const key = { kind: 'api_key', prefix: 'svc_', name: input.name, organization: membership.id, scopes, expires_in_days } as const
    const { secret, ...row } = await issueToken(ctx, key)
    ctx.emit(apiKeyCreated, { user_id: userOf(ctx), token_id: row.id, name: row.name })
    if (account.email_verified) await sendSoon(ctx, 'key_exchanged', account.email, account.id)
    return { ...row, key: secret }
  },
})
