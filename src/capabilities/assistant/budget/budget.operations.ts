import { userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { noModel } from '../../../platform/assistant/assistant.ts'
import * as contracts from './assistant-budget.contract.ts'
import { assistantBudgetSet } from './assistant-budget.events.ts'
import { budgetHere, storeBudget } from './assistant-budget.queries.ts'
import { showBudget } from './assistant-use.ts'

export const getAssistant = implement(contracts.getAssistant, async (ctx) => {
  const { model } = ctx.services.assistant
  return { model, note: model ? null : noModel, budget: await showBudget(ctx) }
})

const micros = (cost: number | null): number | null => (cost === null ? null : Math.round(cost * 1_000_000))

/** Changes only the limits given; null removes one. */
export const setAssistantBudget = implement(contracts.setAssistantBudget, async (ctx, { version, ...limits }) => {
  const before = await ctx.tx.row(budgetHere, { org: ctx.org })
  if (version !== undefined && version !== before?.version) {
    throw new Refusal(
      'stale_version',
      `Someone changed this budget in the meantime; it is at version ${before?.version ?? 0}. Read it again and repeat.`,
    )
  }
  const { daily_tokens, monthly_tokens, daily_cost, monthly_cost } = limits
  const row = await ctx.tx.one(storeBudget, {
    org: ctx.org,
    daily_tokens: daily_tokens === undefined ? before?.daily_tokens : daily_tokens,
    monthly_tokens: monthly_tokens === undefined ? before?.monthly_tokens : monthly_tokens,
    daily_cost_micros: daily_cost === undefined ? before?.daily_cost_micros : micros(daily_cost),
    monthly_cost_micros: monthly_cost === undefined ? before?.monthly_cost_micros : micros(monthly_cost),
    user: userOf(ctx),
    now: ctx.clock.now(),
  })
  const shown = await showBudget(ctx, row)
  ctx.emit(assistantBudgetSet, {
    budget: {
      daily_tokens: shown.daily_tokens,
      monthly_tokens: shown.monthly_tokens,
      daily_cost: shown.daily_cost,
      monthly_cost: shown.monthly_cost,
    },
  })
  return shown
})
