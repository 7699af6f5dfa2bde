import { implement } from '../../../kernel/operation.ts'
import { together } from '../../../platform/together.ts'
import { agentsById } from '../../agents/agents/find-agents.ts'
import { leasesOfHolder } from '../../work/leases/session-leases.ts'
import { isAlive, requireSession } from '../../agents/sessions/require-session.ts'
import { traceOfSession } from '../traces/show-trace.ts'
import * as contracts from './sessions.contract.ts'
import { checkpointsBefore, childrenOf } from './sessions.queries.ts'
import { showCheckpoint, showSession } from '../../agents/sessions/show-session.ts'

const newest = 20
const afterAll = 2_147_483_647

export const getSession = implement(contracts.getSession, async (outer, { session: id }) => {
  const ctx = together(outer)
  const row = await requireSession(ctx, id)
  const [agents, leases, steps, children, trace] = await Promise.all([
    agentsById(ctx, [row.agent_id]),
    leasesOfHolder(ctx, row.id),
    ctx.tx.rows(checkpointsBefore, { org: ctx.org, session: row.id, before: afterAll, limit: newest }),
    ctx.tx.rows(childrenOf, { org: ctx.org, id: row.id }),
    traceOfSession(ctx, row.id),
  ])
  return {
    ...showSession(row),
    agent: agents.get(row.agent_id ?? '') ?? null,
    context: row.context,
    leases: leases.map(({ task, title, from, until }) => ({ task, title, from, until })),
    alive: isAlive(row, ctx.clock.now()),
    steps: steps.map(showCheckpoint),
    trace,
    resumed_by: children.map((child) => child.id),
  }
})
