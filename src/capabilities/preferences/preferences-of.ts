import type { Context } from '../../kernel/context.ts'
import { preferences, takeDigestHour } from './preferences.queries.ts'
import { resolvePreferences, type Preferences } from './resolve-preferences.ts'

/** What each of these users wants, whether or not they ever said so. */
export async function preferencesOf(ctx: Context, users: readonly string[]): Promise<(user: string) => Preferences> {
  const rows = users.length > 0 ? await ctx.tx.rows(preferences, [users]) : []
  const byUser = new Map(rows.map((row) => [row.user_id, row]))
  return (user) => resolvePreferences(byUser.get(user))
}

/** Whether nobody has asked for this user's digest since `hour` struck; from now on somebody has. */
export async function takeDigest(ctx: Context, user: string, hour: Date): Promise<boolean> {
  return (await ctx.tx.row(takeDigestHour, [user, ctx.clock.now(), hour])) !== undefined
}
