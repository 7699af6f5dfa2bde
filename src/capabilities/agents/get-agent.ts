import { implement } from '../../kernel/operation.ts'
import { activityOfAgent } from '../activity/activity-of-agent.ts'
import { leasesOfAgent, openTasksOfAgent } from '../work-items/leases/agent-leases.ts'
import * as contracts from './agents.contract.ts'
import { requireAgent } from './require-agent.ts'
import { toAgent } from './to-agent.ts'

const newest = 10

export const getAgent = implement(contracts.getAgent, async (ctx, { agent: name }) => {
  const row = await requireAgent(ctx, name)
  const [agent, open_tasks, leases, activity] = await Promise.all([
    toAgent(ctx, row),
    openTasksOfAgent(ctx, row.id),
    leasesOfAgent(ctx, row.id),
    activityOfAgent(ctx, row.id, newest),
  ])
  return { ...agent, open_tasks, leases, activity }
})
