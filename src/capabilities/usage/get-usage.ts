import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { requireAgent } from '../agents/require-agent.ts'
import { requireProject } from '../projects/require-project.ts'
import { dayOf } from './add-usage.ts'
import { showUsage } from './show-usage.ts'
import * as contracts from './usage.contract.ts'
import { usageBy, usageInAll, type Group } from './usage.queries.ts'

const day = 86_400_000
const usualDays = 30
const mostDays = 366
const mostGroups = 1000

export const getUsage = implement(contracts.getUsage, async (ctx, input) => {
  const agent = input.agent === undefined ? null : (await requireAgent(ctx, input.agent)).id
  const project = input.project === undefined ? null : (await requireProject(ctx, input.project, 'read')).id
  const until = input.until ?? dayOf(ctx.clock.now())
  const since = input.since ?? dayOf(new Date(Math.max(Date.parse(until) - (usualDays - 1) * day, Date.parse('0001-01-01'))))
  const days = (Date.parse(until) - Date.parse(since)) / day + 1
  if (!(days >= 1 && days <= mostDays)) throw new Refusal('invalid', `Ask for 1 to ${mostDays} days: since must not be after until.`)
  const by = [...new Set(input.by.split(','))].toSorted() as Group[]
  const place = [ctx.org, since, until, agent, project]
  const [rows, total] = await Promise.all([ctx.tx.rows(usageBy(by), [...place, mostGroups + 1]), ctx.tx.row(usageInAll, place)])
  if (!total) throw new Error('a sum has one row')
  return { since, until, items: rows.slice(0, mostGroups).map(showUsage), total: showUsage(total), truncated: rows.length > mostGroups }
})
