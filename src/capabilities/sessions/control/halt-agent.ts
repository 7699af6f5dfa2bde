import type { Context } from '../../../kernel/context.ts'
import { agentForSystem, type AgentRow } from '../../agents/agents/require-agent.ts'
import { stopSessionsOf } from '../sessions/stop-sessions.ts'
import { releaseLeasesOf } from '../../work/leases/agent-leases.ts'
import { agentStopped } from './agent-control.events.ts'
import { stop } from './agent-control.queries.ts'
import { lockAgent } from '../../agents/agents/agent-lock.ts'

interface Halted {
  agent: AgentRow
  released_leases: number
  stopped_sessions: number
}

/** The only way an agent is stopped, by a person or by its budget: writes are refused, leases released and sessions stopped. */
export async function haltAgent(ctx: Context, before: AgentRow, reason: string, by: string | null): Promise<Halted> {
  await lockAgent(ctx, before.id)
  ctx.target(before.id)
  if (!(await ctx.tx.row(stop, { org: ctx.org, id: before.id, now: ctx.clock.now(), reason, by })))
    return { agent: before, released_leases: 0, stopped_sessions: 0 }
  // Sessions before leases, in the same order as when a session is ended, so that the two can't deadlock.
  const sessions = await stopSessionsOf(ctx, before.id)
  const released_leases = await releaseLeasesOf(ctx, before.id)
  const agent = (await agentForSystem(ctx, before.id)) ?? before
  // Nobody pressed a button when a budget ran out, so the owner is notified.
  const mentions = by === null ? [agent.owner_id] : []
  ctx.emit(agentStopped, { agent, reason, released_leases, stopped_sessions: sessions, mentions })
  return { agent, released_leases, stopped_sessions: sessions.length }
}
