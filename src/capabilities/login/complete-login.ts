import type { z } from 'zod'
import type { Context } from '../../kernel/context.ts'
import type { Login } from './login.contract.ts'
import type { AccountRow } from './login.queries.ts'
import { principalOf } from './open-account.ts'
import { openSession } from './open-session.ts'

/** Nothing is left to prove: the account's owner gets a session. */
export function completeLogin(ctx: Context, account: AccountRow, method: string): Promise<z.input<typeof Login>> {
  ctx.enter(principalOf(account.id, account.personal_organization_id), account.personal_organization_id)
  ctx.target(account.id)
  return openSession(ctx, account, method)
}
