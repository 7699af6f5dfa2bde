import { levelsOf } from '../../../kernel/authorize.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireAgent } from '../../agents/agents/require-agent.ts'
import { isAdmin } from '../../organizations/teams/require-team.ts'
import * as contracts from './agents-at-work.contract.ts'
import { agentsAtWork, callsByMinute } from './agents-at-work.queries.ts'
import { byNeed, agentStatus } from './agent-status.ts'

const max = 300
const minutes = 30
const toDollars = (micros: number | null) => (micros === null ? null : micros / 1_000_000)

export const listAgentsAtWork = implement(contracts.listAgentsAtWork, async (ctx, { agent: name, among = null }) => {
  const agents = name === undefined ? among : [(await requireAgent(ctx, name)).id]
  const now = ctx.clock.now()
  const first = new Date(Math.floor(now.getTime() / 60_000 - (minutes - 1)) * 60_000)
  const [rows, counted] = await Promise.all([
    ctx.tx.rows(agentsAtWork, { org: ctx.org, now, day: now.toISOString().slice(0, 10), agents, limit: max }),
    ctx.tx.rows(callsByMinute, { org: ctx.org, first, now }),
  ])
  const writes = levelsOf(ctx.principal.organization?.role ?? 'viewer').includes('write')
  const items = rows.map((row) => {
    const { id, slug, name: called, owner, task, gate, waits_for, asks, last_call, files, reports, reports_without_cost } = row
    const session = row.session && { ...row.session, seen_at: undefined }
    return {
      ...{ id, slug, name: called, owner, task, gate, waits_for, asks, session, last_call, files, sample: row.sample },
      ...agentStatus(row, now),
      may_control: writes && (row.owner_id === ctx.principal.user || isAdmin(ctx)),
      spend: { cost: toDollars(row.cost_micros), reports, reports_without_cost, daily_budget: toDollars(row.daily_cost_micros) },
    }
  })
  const calls = Array.from({ length: minutes }, (_, minute) => counted.find((one) => one.minute === minute)?.calls ?? 0)
  return { items: items.toSorted(byNeed), calls, at: now.toISOString() }
})
