import type { z } from 'zod'
import type { Context, TxContext } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { digest } from '../../../platform/secrets.ts'
import { refuseClosed } from '../account-deletion/refuse-closed.ts'
import type { Login, Me } from './login.contract.ts'
import { loggedIn } from './login.events.ts'
import * as queries from './login.queries.ts'
import type { AccountRow } from './login.queries.ts'

const day = 86_400_000
export const idleDays = 30
const longestDays = 90

export const later = (from: Date, days: number): Date => new Date(from.getTime() + days * day)

/** Starts a login session; its refresh token is sent once and stored only as a digest. */
export async function openSession(
  ctx: Context,
  account: AccountRow,
  method: string,
  kind: 'interactive' | 'device' = 'interactive',
): Promise<z.input<typeof Login>> {
  await refuseClosed(ctx, account.id)
  const now = ctx.clock.now()
  const session = newId()
  const refresh_token = ctx.services.refreshTokens.first(session)
  const { address = null, device = null } = ctx.call
  await ctx.tx.rows(queries.insertSession, {
    id: session,
    user: account.id,
    method,
    refresh_hash: digest(refresh_token),
    now,
    address,
    device,
    idle_until: later(now, idleDays),
    ends_at: later(now, longestDays),
    kind,
  })
  ctx.emit(loggedIn, { user_id: account.id, session_id: session, method })
  const access = ctx.services.accessTokens.sign({ user: account.id, session, kind }, now)
  return { ...access, refresh_token, device_token: ctx.services.deviceTokens.sign(session), session_id: session, user: toMe(account) }
}

export function toMe({
  password_hash: _,
  suspended_at: __,
  suspended_until: ___,
  suspend_reason: ____,
  ...me
}: AccountRow): z.input<typeof Me> {
  return me
}

export async function accountOf(ctx: TxContext, user: string): Promise<AccountRow> {
  const account = await ctx.tx.one(queries.accountById, { user })
  return account
}
