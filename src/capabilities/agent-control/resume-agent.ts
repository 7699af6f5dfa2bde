import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { requireAgent } from '../agents/require-agent.ts'
import { toAgent } from '../agents/to-agent.ts'
import { reachedBudget } from '../usage/reached-budget.ts'
import * as contracts from './agent-control.contract.ts'
import { agentResumed } from './agent-control.events.ts'
import { resume } from './agent-control.queries.ts'
import { requireControlledAgent, requirePerson } from './require-controlled-agent.ts'

export const resumeAgent = implement(contracts.resumeAgent, async (ctx, { agent: name }) => {
  const before = await requireControlledAgent(ctx, name)
  requirePerson(ctx)
  const limit = await reachedBudget(ctx, before.id)
  if (limit) {
    throw new Refusal(
      'conflict',
      `Its budget (${limit}) is used up, so it would stop again at once. Raise it first: PUT /api/agents/:id/budget.`,
      {
        limit,
      },
    )
  }
  ctx.target(before.id)
  if (!(await ctx.tx.row(resume, [ctx.org, before.id, ctx.clock.now()]))) return toAgent(ctx, before)
  const agent = await requireAgent(ctx, before.id)
  ctx.emit(agentResumed, { agent })
  return toAgent(ctx, agent)
})
