import type { Context } from '../../../kernel/context.ts'
import { updateSession } from './sessions.queries.ts'
import type { SessionRow } from '../../agents/sessions/session-sql.ts'

type Changes = Partial<Pick<SessionRow, 'agent_id' | 'status' | 'outcome' | 'checkpoints' | 'seen_at' | 'ended_at'>>

/** Stores a change of a locked session. */
export async function changeSession<Row extends SessionRow>(ctx: Context, before: Row, changes: Changes): Promise<Row> {
  const after = { ...before, ...changes, updated_at: ctx.clock.now().toISOString(), version: before.version + 1 }
  await ctx.tx.rows(updateSession, { ...after, org: ctx.org })
  ctx.target(after.id)
  return after
}
