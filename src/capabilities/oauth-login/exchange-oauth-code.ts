import { implement } from '../../kernel/operation.ts'
import { digest } from '../../platform/secrets.ts'
import { activeAccount } from '../login/active-account.ts'
import { finishLogin } from '../login/finish-login.ts'
import { spendCode } from './oauth-codes.ts'
import * as contracts from './oauth-login.contract.ts'
import { refusedCode } from './refused-journey.ts'

/** Only the page that set out has the verifier: a code slipped to another by somebody else would log it in as them. */
export const exchangeOauthCode = implement(contracts.exchangeOauthCode, async (ctx, { code, verifier }) => {
  const spent = await spendCode(ctx, code, 'login')
  const refused = refusedCode()
  refused.keep = true // a code seen once is used up, whatever came with it
  if (!spent) throw refused
  if (spent.challenge !== digest(verifier).toString('base64url')) throw refused
  const account = await activeAccount(ctx, spent.user_id)
  if (!account) throw refused
  return finishLogin(ctx, account, spent.provider)
})
