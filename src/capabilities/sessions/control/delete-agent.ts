import { implement } from '../../../kernel/operation.ts'
import * as contracts from '../../agents/agents/agents.contract.ts'
import { changeAgent } from '../../agents/agents/change-agent.ts'
import { isActiveAgent, requireOwnAgent } from '../../agents/agents/require-agent.ts'
import { toAgent } from '../../agents/agents/to-agent.ts'
import { clearAgentMemory } from '../../memory/clearings/clear-scope.ts'
import { releaseLeasesOf } from '../../work/leases/agent-leases.ts'

const untilHeard = 12_000

export const deleteAgent = implement(contracts.deleteAgent, async (ctx, { agent: name, archive_memory }) => {
  const before = await requireOwnAgent(ctx, name)
  const now = ctx.clock.now()
  const released_leases = await releaseLeasesOf(ctx, before.id)
  if (!archive_memory) await clearAgentMemory(ctx, before)
  const gone = { deleted_at: now.toISOString(), archive_memory, public_slug: null }
  // A call in flight, or one accepted by a node that hasn't heard of the deletion yet, may still claim something.
  await ctx.enqueue('releaseAgentLeases', { agent_id: before.id }, { startAfter: new Date(now.getTime() + untilHeard) })
  return { ...(await toAgent(ctx, await changeAgent(ctx, before, gone))), released_leases }
})

/** Runs once every call of a deleted agent has ended; an agent that was restored keeps what it holds. */
export const releaseAgentLeases = implement(contracts.releaseAgentLeases, async (ctx, { agent_id }) => {
  if (await isActiveAgent(ctx, agent_id)) return { released: 0 }
  const released = await releaseLeasesOf(ctx, agent_id)
  if (released > 0) ctx.target(agent_id)
  return { released }
})
