import { implement } from '../../kernel/operation.ts'
import { releaseLeasesOf } from '../work-items/leases/agent-leases.ts'
import * as contracts from './agents.contract.ts'
import { isActive } from './agents.queries.ts'

/** Runs when every call of a deleted agent has ended; one that is back keeps what it holds. */
export const releaseAgentLeases = implement(contracts.releaseAgentLeases, async (ctx, { agent_id }) => {
  if (await ctx.tx.row(isActive, [ctx.org, agent_id])) return { released: 0 }
  const released = await releaseLeasesOf(ctx, agent_id)
  if (released > 0) ctx.target(agent_id)
  return { released }
})
