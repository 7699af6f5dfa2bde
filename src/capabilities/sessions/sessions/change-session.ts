import type { Context } from '../../../kernel/context.ts'
import { updateSession } from './sessions.queries.ts'
import type { SessionRow } from '../../agents/sessions/session-sql.ts'

type Changes = Partial<Pick<SessionRow, 'agent_id' | 'status' | 'outcome' | 'checkpoints' | 'seen_at' | 'ended_at'>>

/** Stores a change of a locked session; `last` sends it with COMMIT, if nothing reads the row again. */
export async function changeSession<Row extends SessionRow>(
  ctx: Context,
  before: Row,
  changes: Changes,
  stored: 'now' | 'last' = 'now',
): Promise<Row> {
  const after = { ...before, ...changes, updated_at: ctx.clock.now().toISOString(), version: before.version + 1 }
  if (stored === 'last') ctx.tx.beforeCommit(updateSession, { ...after, org: ctx.org })
  else await ctx.tx.rows(updateSession, { ...after, org: ctx.org })
  ctx.target(after.id)
  return after
}
