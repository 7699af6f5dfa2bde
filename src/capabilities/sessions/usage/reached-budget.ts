import type { Context } from '../../../kernel/context.ts'
import { dayOf } from './add-usage.ts'
import { budgetOf, usedByAgent, type BudgetRow } from './usage.queries.ts'

export const used = async (ctx: Context, agent: string) => {
  const sums = await ctx.tx.row(usedByAgent, { org: ctx.org, agent, day: dayOf(ctx.clock.now()) })
  return sums ?? { day_tokens: 0, month_tokens: 0, day_cost_micros: 0, month_cost_micros: 0 }
}

/** The first limit of a budget that is used up. Usage that was never reported can't be counted, so it reaches no limit. */
export function limitReached(budget: BudgetRow | undefined, sums: Awaited<ReturnType<typeof used>>): string | null {
  const limits: [string, number | null | undefined, number][] = [
    ['daily_tokens', budget?.daily_tokens, sums.day_tokens],
    ['monthly_tokens', budget?.monthly_tokens, sums.month_tokens],
    ['daily_cost', budget?.daily_cost_micros, sums.day_cost_micros],
    ['monthly_cost', budget?.monthly_cost_micros, sums.month_cost_micros],
  ]
  return limits.find(([, limit, sum]) => typeof limit === 'number' && sum >= limit)?.[0] ?? null
}

export async function reachedBudget(ctx: Context, agent: string): Promise<string | null> {
  const budget = await ctx.tx.row(budgetOf, { org: ctx.org, agent })
  return budget ? limitReached(budget, await used(ctx, agent)) : null
}
