import { implement } from '../../kernel/operation.ts'
import { releaseLeasesOf } from '../work-items/leases/agent-leases.ts'
import { clearAgentMemory } from '../memory/clearings/clear-agent-memory.ts'
import * as contracts from './agents.contract.ts'
import { changeAgent } from './change-agent.ts'
import { requireOwnAgent } from './require-agent.ts'
import { toAgent } from './to-agent.ts'

const untilHeard = 12_000

export const deleteAgent = implement(contracts.deleteAgent, async (ctx, { agent: name, archive_memory }) => {
  const before = await requireOwnAgent(ctx, name)
  const now = ctx.clock.now()
  const released_leases = await releaseLeasesOf(ctx, before.id)
  if (!archive_memory) await clearAgentMemory(ctx, before)
  const gone = { deleted_at: now.toISOString(), archive_memory, public_slug: null }
  // A call that is under way, or that a node lets through before it has heard, may still claim something.
  await ctx.enqueue('releaseAgentLeases', { agent_id: before.id }, { startAfter: new Date(now.getTime() + untilHeard) })
  return { ...(await toAgent(ctx, await changeAgent(ctx, before, gone))), released_leases }
})
