import type { Context } from '../../kernel/context.ts'
import type { Scope } from '../feature-gates/void-scope.ts'
import { voidAll, voidGates, voidOfCode } from './approvals.queries.ts'

/** Reviews and approvals stop counting and stay readable. Answers their ids. */
export async function voidVerdicts(ctx: Context, feature: string, scope: Scope): Promise<string[]> {
  const values = [ctx.org, feature, ctx.clock.now(), scope.reason]
  const rows =
    scope.reason === 'sent_back'
      ? await ctx.tx.rows(voidGates, [...values, scope.gates])
      : await ctx.tx.rows(scope.reason === 'commit' ? voidOfCode : voidAll, values)
  return rows.map((row) => row.id)
}
