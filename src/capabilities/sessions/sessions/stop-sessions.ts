import type { Context } from '../../../kernel/context.ts'
import { changeSession } from './change-session.ts'
import { sessionEnded, sessionStopped } from './sessions.events.ts'
import { lockedForSystem, openOfAgent } from './sessions.queries.ts'
import { showSession } from '../../agents/sessions/show-session.ts'
import { lostAt } from './start-session.ts'

/** An agent's running sessions, locked, regardless of who may see them. */
export const runningSessionsOf = async (ctx: Context, agent: string) =>
  (await ctx.tx.rows(openOfAgent, { org: ctx.org, agent })).filter(({ status }) => status === 'running')

/** Restarts the silence timers: the silence during a pause means nothing. */
export async function reviveSessionsOf(ctx: Context, agent: string): Promise<void> {
  const now = ctx.clock.now()
  for (const row of await runningSessionsOf(ctx, agent)) {
    await changeSession(ctx, row, { seen_at: now.toISOString() })
    await ctx.enqueue('loseSession', { session_id: row.id }, { startAfter: lostAt(ctx, now) })
  }
}

/** Stops an agent's open sessions, regardless of who may see them. Returns their ids. */
export async function stopSessionsOf(ctx: Context, agent: string): Promise<string[]> {
  const open = await ctx.tx.rows(openOfAgent, { org: ctx.org, agent })
  for (const row of open) {
    const stopped = await changeSession(ctx, row, { status: 'stopped', ended_at: ctx.clock.now().toISOString() })
    ctx.emit(sessionStopped, { agent_session: showSession(stopped) })
  }
  return open.map(({ id }) => id)
}

/** One session, locked, regardless of who may see it. */
export const lockSession = (ctx: Context, session_id: string) => ctx.tx.row(lockedForSystem, { org: ctx.org, session_id })

/** Ends one session on behalf of whoever started it; one that is already over stays as it is. */
export async function endSessionFor(ctx: Context, id: string, outcome: string, released_leases: number): Promise<void> {
  const session = await lockSession(ctx, id)
  if (session?.status !== 'running' && session?.status !== 'lost') return
  const ended = await changeSession(ctx, session, { status: 'ended', outcome, ended_at: ctx.clock.now().toISOString() })
  ctx.emit(sessionEnded, { agent_session: showSession(ended), released_leases })
}
