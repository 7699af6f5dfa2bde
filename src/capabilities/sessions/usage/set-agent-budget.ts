import { userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireControlledAgent, requirePerson } from '../control/require-controlled-agent.ts'
import { enforceBudget } from './enforce-budget.ts'
import { showBudget } from './show-usage.ts'
import * as contracts from './usage.contract.ts'
import { budgetSet } from './usage.events.ts'
import { budgetOf, storeBudget } from './usage.queries.ts'

const micros = (cost: number | null): number | null => (cost === null ? null : Math.round(cost * 1_000_000))

/** Only the named limits change; null removes one. */
export const setAgentBudget = implement(contracts.setAgentBudget, async (ctx, { agent: name, version, ...limits }) => {
  const agent = await requireControlledAgent(ctx, name)
  requirePerson(ctx)
  const before = await ctx.tx.row(budgetOf, { org: ctx.org, agent: agent.id })
  if (version !== undefined && version !== before?.version) {
    throw new Refusal(
      'stale_version',
      `Someone changed this budget in the meantime; it is at version ${before?.version ?? 0}. Read it again and repeat.`,
    )
  }
  const pick = <T>(given: T | undefined, old: T | undefined): T | null => (given === undefined ? (old ?? null) : given)
  const values = {
    daily_tokens: pick(limits.daily_tokens, before?.daily_tokens),
    monthly_tokens: pick(limits.monthly_tokens, before?.monthly_tokens),
    daily_cost_micros: limits.daily_cost === undefined ? (before?.daily_cost_micros ?? null) : micros(limits.daily_cost),
    monthly_cost_micros: limits.monthly_cost === undefined ? (before?.monthly_cost_micros ?? null) : micros(limits.monthly_cost),
  }
  const row = await ctx.tx.row(storeBudget, { org: ctx.org, agent: agent.id, ...values, user: userOf(ctx), now: ctx.clock.now() })
  const shown = await showBudget(ctx, agent.id, row)
  const { daily_tokens, monthly_tokens, daily_cost, monthly_cost } = shown
  const { id, slug, project_id } = agent
  ctx.emit(budgetSet, {
    agent: { id, slug, name: agent.name, project_id },
    budget: { daily_tokens, monthly_tokens, daily_cost, monthly_cost },
  })
  ctx.target(id)
  await enforceBudget(ctx, id)
  return shown
})
