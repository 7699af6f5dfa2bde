import { implement } from '../../kernel/operation.ts'
import { takeLink } from '../mail/take-mailing.ts'
import { finishLogin } from '../login/finish-login.ts'
import * as contracts from './mail-login.contract.ts'
import { provenAccount } from './proven-account.ts'
import { usedLink } from './used-link.ts'

export const verifyMagicLink = implement(contracts.verifyMagicLink, async (ctx, { token }) => {
  const link = await takeLink(ctx, 'magic_link', token)
  const account = link && (await provenAccount(ctx, link.email))
  if (!account) throw usedLink()
  return finishLogin(ctx, account, 'magic_link')
})
