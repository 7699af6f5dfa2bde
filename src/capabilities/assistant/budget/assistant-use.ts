import { userOf, type TxContext } from '../../../kernel/context.ts'
import { addUsage, dayOf } from '../../sessions/usage/add-usage.ts'
import { addToDay, budgetHere, usedHere, type BudgetRow } from './assistant-budget.queries.ts'

const limits = ['daily_tokens', 'monthly_tokens', 'daily_cost_micros', 'monthly_cost_micros'] as const

const dollars = (micros: number | null | undefined): number | null => (typeof micros === 'number' ? micros / 1_000_000 : null)

/** The assistant's limits and usage in this organization, and the first limit reached. */
export async function showBudget(ctx: TxContext, row?: BudgetRow) {
  const [budget, used] = await Promise.all([
    row ?? ctx.tx.row(budgetHere, { org: ctx.org }),
    ctx.tx.one(usedHere, { org: ctx.org, day: dayOf(ctx.clock.now()) }),
  ])
  const reached = limits.find((limit) => typeof budget?.[limit] === 'number' && used[limit] >= budget[limit])
  return {
    daily_tokens: budget?.daily_tokens ?? null,
    monthly_tokens: budget?.monthly_tokens ?? null,
    daily_cost: dollars(budget?.daily_cost_micros),
    monthly_cost: dollars(budget?.monthly_cost_micros),
    used: {
      daily_tokens: used.daily_tokens,
      monthly_tokens: used.monthly_tokens,
      daily_cost: used.daily_cost_micros / 1_000_000,
      monthly_cost: used.monthly_cost_micros / 1_000_000,
    },
    reached: (reached?.replace('_micros', '') ?? null) as 'daily_tokens' | 'monthly_tokens' | 'daily_cost' | 'monthly_cost' | null,
    updated_by: budget?.updated_by ?? null,
    updated_at: budget?.updated_at ?? null,
    version: budget?.version ?? null,
  }
}

const limitWords = {
  daily_tokens: 'tokens for today',
  monthly_tokens: 'tokens for this month',
  daily_cost: 'budget for today',
  monthly_cost: 'budget for this month',
}

/** Why no answer is written if the organization's budget is used up, else null. */
export async function budgetNote(ctx: TxContext): Promise<string | null> {
  const { reached } = await showBudget(ctx)
  return (
    reached && `The assistant has used up the ${limitWords[reached]} in this organization. An admin can raise the budget in its settings.`
  )
}

/** Counts the usage of an answer towards the organization's budget, and in the ledger next to that of agents. */
export async function countUse(
  ctx: TxContext,
  used: { tokens_in: number | null; tokens_out: number | null; cost_micros: number | null; seconds: number },
  project: string | null,
): Promise<void> {
  const { tokens_in, tokens_out, cost_micros } = used
  if (tokens_in === null && tokens_out === null) return
  const { model } = ctx.services.assistant
  await addUsage(ctx, { owner: userOf(ctx), agent: null, project, model: model?.slice(0, 120) ?? null, ...used })
  const tokens = (tokens_in ?? 0) + (tokens_out ?? 0)
  await ctx.tx.rows(addToDay, { org: ctx.org, day: dayOf(ctx.clock.now()), tokens, cost_micros: cost_micros ?? 0 })
}
