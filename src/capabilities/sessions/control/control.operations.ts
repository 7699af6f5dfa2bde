import { userOf } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { agentForSystem } from '../../agents/agents/require-agent.ts'
import { toAgent } from '../../agents/agents/to-agent.ts'
import * as contracts from './agent-control.contract.ts'
import { pausedUntil } from './agent-control.queries.ts'
import { haltAgent } from './halt-agent.ts'
import { requireControlledAgent } from './require-controlled-agent.ts'

export const stopAgent = implement(contracts.stopAgent, async (ctx, { agent: name, reason }) => {
  const { agent, ...ended } = await haltAgent(ctx, await requireControlledAgent(ctx, name), reason, userOf(ctx))
  return { ...(await toAgent(ctx, agent)), ...ended }
})

/** A pause that nobody ends becomes a stop: leases are released and sessions end. */
export const endPause = implement(contracts.endPause, async (ctx, { agent_id }) => {
  const paused = await ctx.tx.row(pausedUntil, { org: ctx.org, agent_id })
  const agent = paused && (await agentForSystem(ctx, agent_id))
  // It was resumed, or paused again since, in which case another job handles it.
  if (!agent || new Date(paused.until) > ctx.clock.now()) return { stopped: false }
  await haltAgent(ctx, agent, paused.reason ?? '', paused.by)
  return { stopped: true }
})
