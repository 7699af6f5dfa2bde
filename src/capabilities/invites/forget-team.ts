import type { Context } from '../../kernel/context.ts'
import { forgetTeam as forget } from './invites.queries.ts'

/** Whoever was invited into a team that is gone is invited into the organization alone. */
export async function forgetTeam(ctx: Context, team: string): Promise<void> {
  await ctx.tx.rows(forget, [ctx.org, team])
}
