import type { Context } from '../../kernel/context.ts'
import { countPasskeys, deletePasskeysOf } from './passkeys.queries.ts'

/** How many passkeys a user has, and how many of them other ways in must ask for. */
export async function passkeysOf(ctx: Context, user: string): Promise<{ all: number; second_factors: number }> {
  return (await ctx.tx.row(countPasskeys, [user])) ?? { all: 0, second_factors: 0 }
}

export async function removePasskeys(ctx: Context, user: string): Promise<void> {
  await ctx.tx.rows(deletePasskeysOf, [user])
}
