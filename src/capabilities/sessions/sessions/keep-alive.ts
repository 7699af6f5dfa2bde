import type { Context } from '../../../kernel/context.ts'
import type { FullSession } from '../../agents/sessions/session-sql.ts'
import { changeSession } from './change-session.ts'
import { lostAt } from './start-session.ts'

/** A sign of life from a locked session; a lost one is running again. */
export async function keepAlive(ctx: Context, before: FullSession): Promise<FullSession> {
  const now = ctx.clock.now()
  if (before.status === 'lost') await ctx.enqueue('loseSession', { session_id: before.id }, { startAfter: lostAt(ctx, now) })
  return changeSession(ctx, before, { status: 'running', seen_at: now.toISOString() })
}
