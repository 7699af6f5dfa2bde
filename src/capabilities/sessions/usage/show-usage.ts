import type { Context } from '../../../kernel/context.ts'
import { limitReached, used } from './reached-budget.ts'
import type { BudgetRow, Sums } from './usage.queries.ts'

const toDollars = (micros: number): number => micros / 1_000_000

/** Sums in the API's format: unknown stays null. */
export function showUsage<Row extends Sums>({ cost_micros, ...row }: Row) {
  return { ...row, cost: cost_micros === null ? null : toDollars(cost_micros) }
}

const dollars = (micros: number | null | undefined): number | null => (typeof micros === 'number' ? toDollars(micros) : null)

export async function showBudget(ctx: Context, agent: string, row: BudgetRow | undefined) {
  const sums = await used(ctx, agent)
  return {
    agent_id: agent,
    daily_tokens: row?.daily_tokens ?? null,
    monthly_tokens: row?.monthly_tokens ?? null,
    daily_cost: dollars(row?.daily_cost_micros),
    monthly_cost: dollars(row?.monthly_cost_micros),
    used: {
      daily_tokens: sums.day_tokens,
      monthly_tokens: sums.month_tokens,
      daily_cost: toDollars(sums.day_cost_micros),
      monthly_cost: toDollars(sums.month_cost_micros),
    },
    reached: limitReached(row, sums),
    updated_by: row?.updated_by ?? null,
    updated_at: row?.updated_at ?? null,
    version: row?.version ?? null,
  }
}
