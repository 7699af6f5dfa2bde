import type { Context } from '../../kernel/context.ts'
import { updateSession, type SessionRow } from './sessions.queries.ts'

type Changes = Partial<Pick<SessionRow, 'agent_id' | 'status' | 'outcome' | 'checkpoints' | 'seen_at' | 'ended_at'>>

/** Stores a change of a locked session. */
export async function changeSession<Row extends SessionRow>(ctx: Context, before: Row, changes: Changes): Promise<Row> {
  const after = { ...before, ...changes, updated_at: ctx.clock.now().toISOString(), version: before.version + 1 }
  const { id, agent_id, status, outcome, checkpoints, seen_at, ended_at, updated_at } = after
  await ctx.tx.rows(updateSession, [ctx.org, id, agent_id, status, outcome, checkpoints, seen_at, ended_at, updated_at])
  ctx.target(id)
  return after
}
