import type { Context } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { together } from '../../platform/together.ts'
import { activityOfAgent } from '../log/recent-activity.ts'
import { memoryOfAgent } from '../memory/entries/memory-of-agent.ts'
import { peopleById } from '../organizations/organizations/people.ts'
import { leasesOfAgent, openTasksOfAgent } from '../work/leases/agent-leases.ts'
import * as contracts from '../agents/agents/agents.contract.ts'
import { requireAgent } from '../agents/agents/require-agent.ts'
import { toAgent } from '../agents/agents/to-agent.ts'

/** An agent that reads about another pays for every word of it. */
const newest = (ctx: Context): number => (ctx.call.brief ? 5 : 10)

export const getAgent = implement(contracts.getAgent, async (outer, { agent: name }) => {
  const ctx = together(outer)
  const row = await requireAgent(ctx, name)
  const [agent, people, open_tasks, leases, memory, activity] = await Promise.all([
    toAgent(ctx, row),
    peopleById(ctx, [row.owner_id]),
    openTasksOfAgent(ctx, row.id),
    leasesOfAgent(ctx, row.id),
    memoryOfAgent(ctx, row),
    activityOfAgent(ctx, row.id, newest(ctx)),
  ])
  return { ...agent, owner: people.get(row.owner_id) ?? null, open_tasks, leases, memory, activity }
})
