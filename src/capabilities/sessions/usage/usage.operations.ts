import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireAgent } from '../../agents/agents/require-agent.ts'
import { requireProject } from '../../projects/require-project.ts'
import { dayOf } from './add-usage.ts'
import { showBudget, showUsage } from './show-usage.ts'
import * as contracts from './usage.contract.ts'
import { budgetOf, type Group, usageBy, usageInAll } from './usage.queries.ts'

const day = 86_400_000
const usualDays = 30
const maxDays = 366
const maxGroups = 1000

export const getUsage = implement(contracts.getUsage, async (ctx, input) => {
  const agent = input.agent === undefined ? null : (await requireAgent(ctx, input.agent)).id
  const project = input.project === undefined ? null : (await requireProject(ctx, input.project, 'read')).id
  const until = input.until ?? dayOf(ctx.clock.now())
  const since = input.since ?? dayOf(new Date(Math.max(Date.parse(until) - (usualDays - 1) * day, Date.parse('0001-01-01'))))
  const days = (Date.parse(until) - Date.parse(since)) / day + 1
  if (!(days >= 1 && days <= maxDays)) throw new Refusal('invalid', `Ask for 1 to ${maxDays} days: since must not be after until.`)
  const by = [...new Set(input.by.split(','))].toSorted() as Group[]
  const place = { org: ctx.org, since, until, agent, project }
  const [rows, total] = await Promise.all([ctx.tx.rows(usageBy(by), { ...place, limit: maxGroups + 1 }), ctx.tx.one(usageInAll, place)])
  return { since, until, items: rows.slice(0, maxGroups).map(showUsage), total: showUsage(total), truncated: rows.length > maxGroups }
})

export const getAgentBudget = implement(contracts.getAgentBudget, async (ctx, { agent: name }) => {
  const { id } = await requireAgent(ctx, name)
  return showBudget(ctx, id, await ctx.tx.row(budgetOf, { org: ctx.org, agent: id }))
})
