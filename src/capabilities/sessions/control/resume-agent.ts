import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireAgent } from '../../agents/agents/require-agent.ts'
import { toAgent } from '../../agents/agents/to-agent.ts'
import { reviveSessionsOf } from '../sessions/stop-sessions.ts'
import { reachedBudget } from '../usage/reached-budget.ts'
import { renewLeasesOfAgent } from '../../work/leases/agent-leases.ts'
import * as contracts from './agent-control.contract.ts'
import { agentResumed } from './agent-control.events.ts'
import { resume } from './agent-control.queries.ts'
import { requireControlledAgent, requirePerson } from './require-controlled-agent.ts'

const usualTerm = 30 * 60_000

export const resumeAgent = implement(contracts.resumeAgent, async (ctx, { agent: name }) => {
  const before = await requireControlledAgent(ctx, name)
  requirePerson(ctx)
  const limit = await reachedBudget(ctx, before.id)
  if (limit) {
    throw new Refusal('conflict', `Its budget (${limit}) is used up, so it would stop again at once. Raise it first: {setAgentBudget}.`, {
      limit,
    })
  }
  ctx.target(before.id)
  if (!(await ctx.tx.row(resume, { org: ctx.org, id: before.id, now: ctx.clock.now() }))) return toAgent(ctx, before)
  // What the pause kept continues from here, with a new term.
  if (before.paused_until !== null) {
    await renewLeasesOfAgent(ctx, before.id, new Date(ctx.clock.now().getTime() + usualTerm))
    await reviveSessionsOf(ctx, before.id)
  }
  const agent = await requireAgent(ctx, before.id)
  ctx.emit(agentResumed, { agent })
  return toAgent(ctx, agent)
})
