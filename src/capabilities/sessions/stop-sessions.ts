import type { Context } from '../../kernel/context.ts'
import { changeSession } from './change-session.ts'
import { sessionStopped } from './sessions.events.ts'
import { openOfAgent } from './sessions.queries.ts'
import { showSession } from './show-session.ts'

/** Stops what an agent has under way, whoever may see it. Answers which. */
export async function stopSessionsOf(ctx: Context, agent: string): Promise<string[]> {
  const open = await ctx.tx.rows(openOfAgent, [ctx.org, agent])
  for (const row of open) {
    const stopped = await changeSession(ctx, row, { status: 'stopped', ended_at: ctx.clock.now().toISOString() })
    ctx.emit(sessionStopped, { agent_session: showSession(stopped) })
  }
  return open.map(({ id }) => id)
}
