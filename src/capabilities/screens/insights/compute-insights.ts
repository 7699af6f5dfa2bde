import type { Context } from '../../../kernel/context.ts'
import { cycleTimesOf, throughputOf } from './completed.ts'
import { costOf } from './cost.ts'
import { burnUpOf, flowOf } from './flow.ts'
import { gateWaitsOf, waitsOf } from './gate-waits.ts'
import * as queries from './insights.queries.ts'
import { dayOf, periodOf } from './period.ts'
import { inHours } from './spread.ts'

interface Asked {
  from?: string | undefined
  to?: string | undefined
  days?: number | undefined
  label?: string | undefined
}
interface Scope {
  /** Those that the caller sees. */
  projects: string[]
  agent: string | null
  /** Also counts what the caller's agents used outside of any project. */
  own: boolean
}

const maxRows = 20_000
const rate = (part: number, of: number): number | null => (of === 0 ? null : part / of)

/** All figures for some projects; docs/insights.md says how each is computed. */
export async function computeInsights(ctx: Context, asked: Asked, { projects, agent, own }: Scope) {
  const now = ctx.clock.now()
  const period = periodOf(asked, now)
  const { from, to, start, end, before } = period
  const label = asked.label ?? null
  const scope = { org: ctx.org, projects }
  const tasks = { ...scope, agent, label, end }
  const pullsAsked = agent === null && label === null
  const [deltas, completed, reopened, blocked, stays, pulls, costs] = await Promise.all([
    agent === null && label === null
      ? ctx.tx.rows(queries.flowDeltasOfAll, { ...scope, before, start, end })
      : ctx.tx.rows(queries.flowDeltas, { ...tasks, before }),
    ctx.tx.rows(queries.completedTasks, { ...tasks, start, limit: maxRows + 1 }),
    ctx.tx.one(queries.reopenings, { ...tasks, start }),
    ctx.tx.one(queries.blockedTime, { ...tasks, start, now }),
    ctx.tx.rows(queries.gateStays, { ...scope, agent, start, end, limit: maxRows }),
    pullsAsked ? ctx.tx.one(queries.mergedPulls, { ...scope, start, end }) : null,
    label === null ? ctx.tx.rows(queries.costs, { ...scope, agent, own, from, to, limit: maxRows }) : null,
  ])
  const counted = completed.slice(0, maxRows)
  const today = dayOf(now)
  const flow = flowOf(deltas, period).filter(({ day }) => day <= today)
  const throughput = throughputOf(counted, period, ctx.principal.user)
  return {
    from,
    to,
    projects: projects.length,
    computed_at: now.toISOString(),
    burn_up: burnUpOf(flow, counted, today),
    flow,
    cycle_times: cycleTimesOf(counted, completed.length > maxRows),
    gates: gateWaitsOf(stays),
    waits: waitsOf(stays),
    throughput,
    quality: {
      ...reopened,
      reopen_rate: rate(reopened.reopened, reopened.completed),
      merged: pulls?.merged ?? null,
      reverted: pulls?.reverted ?? null,
      revert_rate: pulls && rate(pulls.reverted, pulls.merged),
    },
    blocked: { now: blocked.now, tasks: blocked.tasks, hours: inHours(blocked.seconds) },
    cost: costs && costOf(costs, period.days, throughput.verified),
  }
}
