import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { credentialsOf, lockPasskeysOf } from './passkeys.queries.ts'

/** The user's passkeys, if one more may be added to them. */
export async function requireRoom(ctx: Context, user: string): Promise<{ id: string; transports: string[] }[]> {
  const most = ctx.services.config.PASSKEYS_PER_USER
  await ctx.tx.rows(lockPasskeysOf, [user])
  const credentials = await ctx.tx.rows(credentialsOf, [user])
  if (credentials.length < most) return credentials
  throw new Refusal('conflict', `You have ${most} passkeys, and no more are allowed. Delete one you no longer use.`)
}
