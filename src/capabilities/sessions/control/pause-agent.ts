import { userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireAgent } from '../../agents/agents/require-agent.ts'
import { toAgent } from '../../agents/agents/to-agent.ts'
import { runningSessionsOf } from '../sessions/stop-sessions.ts'
import { renewLeasesOfAgent } from '../../work/leases/agent-leases.ts'
import * as contracts from './agent-control.contract.ts'
import { agentPaused } from './agent-control.events.ts'
import { pause } from './agent-control.queries.ts'
import { lockAgent } from '../../agents/agents/agent-lock.ts'
import { requireControlledAgent } from './require-controlled-agent.ts'

/** The longest that tasks may be kept from others without anybody working on them. */
const longestPause = 24 * 3_600_000

/** Writes are refused, but sessions stay open and leases are kept, so that resuming continues where it left off. */
export const pauseAgent = implement(contracts.pauseAgent, async (ctx, { agent: name, reason }) => {
  const before = await requireControlledAgent(ctx, name)
  await lockAgent(ctx, before.id)
  ctx.target(before.id)
  const until = new Date(ctx.clock.now().getTime() + longestPause)
  if (!(await ctx.tx.row(pause, { org: ctx.org, id: before.id, now: ctx.clock.now(), reason, user: userOf(ctx), until }))) {
    const now = await requireAgent(ctx, before.id)
    if (now.paused_until === null) throw new Refusal('conflict', 'This agent is stopped. Resume it first: {resumeAgent}.')
    return { ...(await toAgent(ctx, now)), kept_leases: 0, kept_sessions: 0 }
  }
  const kept_leases = await renewLeasesOfAgent(ctx, before.id, until)
  const sessions = await runningSessionsOf(ctx, before.id)
  const agent = await requireAgent(ctx, before.id)
  await ctx.enqueue('endPause', { agent_id: agent.id }, { startAfter: until })
  ctx.emit(agentPaused, { agent, reason, kept_leases, kept_sessions: sessions.map(({ id }) => id) })
  return { ...(await toAgent(ctx, agent)), kept_leases, kept_sessions: sessions.length }
})
