import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import type { Config } from '../../../platform/config.ts'
import { countPasskeys, credentialsOf, deletePasskeysOf, lockPasskeysOf } from './passkeys.queries.ts'

/** How many passkeys a user has, and how many of them other logins must ask for as a second factor. */
export async function passkeysOf(ctx: Context, user: string): Promise<{ all: number; second_factors: number }> {
  return (await ctx.tx.row(countPasskeys, { user })) ?? { all: 0, second_factors: 0 }
}

export async function removePasskeys(ctx: Context, user: string): Promise<void> {
  await ctx.tx.rows(deletePasskeysOf, { user })
}

/** The relying party of a passkey: the public origin, so that no other site can ask for it. */
export function relyingParty(config: Config): { name: string; id: string; origin: string } {
  const { hostname, origin } = new URL(config.APP_URL)
  return { name: 'Baton', id: hostname, origin }
}

/** The user's passkeys; refuses if no more may be added. */
export async function requireRoom(ctx: Context, user: string): Promise<{ id: string; transports: string[] }[]> {
  const max = ctx.services.config.PASSKEYS_PER_USER
  await ctx.tx.rows(lockPasskeysOf, { user })
  const credentials = await ctx.tx.rows(credentialsOf, { user })
  if (credentials.length < max) return credentials
  throw new Refusal('conflict', `You have ${max} passkeys, and no more are allowed. Delete one you no longer use.`)
}
