import { implement } from '../../kernel/operation.ts'
import { agentForSystem } from '../agents/require-agent.ts'
import * as contracts from './agent-control.contract.ts'
import { pausedUntil } from './agent-control.queries.ts'
import { haltAgent } from './halt-agent.ts'

/** A pause that nobody ended becomes a stop: its leases are free and its sessions are over. */
export const endPause = implement(contracts.endPause, async (ctx, { agent_id }) => {
  const paused = await ctx.tx.row(pausedUntil, [ctx.org, agent_id])
  const agent = paused && (await agentForSystem(ctx, agent_id))
  // It was resumed, or paused again since: then another job looks after it.
  if (!agent || new Date(paused.until) > ctx.clock.now()) return { stopped: false }
  await haltAgent(ctx, agent, paused.reason ?? '', paused.by)
  return { stopped: true }
})
