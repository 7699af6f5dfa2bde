import type { z } from 'zod'
import type { Context } from '../../../kernel/context.ts'
import { askSecondFactor } from '../second-factor/ask-second-factor.ts'
import type { Login, LoginAnswer } from './login.contract.ts'
import type { AccountRow } from './login.queries.ts'
import { principalOf } from './open-account.ts'
import { openSession } from './open-session.ts'

/** The last step of every login that proves one factor: opens a session, or asks for the second factor if the account has one. */
export async function finishLogin(ctx: Context, account: AccountRow, method: string): Promise<z.input<typeof LoginAnswer>> {
  ctx.enter(principalOf(account.id, account.personal_organization_id), account.personal_organization_id)
  ctx.target(account.id)
  return (await askSecondFactor(ctx, account.id, method)) ?? completeLogin(ctx, account, method)
}

/** Nothing is left to prove: opens a session for the account. */
export function completeLogin(ctx: Context, account: AccountRow, method: string): Promise<z.input<typeof Login>> {
  ctx.enter(principalOf(account.id, account.personal_organization_id), account.personal_organization_id)
  ctx.target(account.id)
  return openSession(ctx, account, method)
}
