import type { TxContext } from '../../../kernel/context.ts'
import { newestOf } from './sessions.queries.ts'
import type { FullSession } from '../../agents/sessions/session-sql.ts'

const shortProgress = 400

export type Checkpoints = Awaited<ReturnType<typeof lastCheckpoints>>

/** Where a session stopped: its newest checkpoint, else its parent's, and the progress reported before that, newest first. */
export async function lastCheckpoints(ctx: TxContext, { id, parent_id }: Pick<FullSession, 'id' | 'parent_id'>, earlier: number) {
  const rows = await ctx.tx.rows(newestOf, { org: ctx.org, sessions: [id, ...(parent_id ? [parent_id] : [])], limit: earlier + 1 })
  const [row, ...before] = rows
  return {
    session: row?.session_id,
    last: row ? { number: row.number, at: row.created_at, progress: row.progress, state: row.state ?? '', files: row.files } : null,
    earlier: before.map(({ number, created_at, progress }) => ({
      number,
      at: created_at,
      progress: progress.slice(0, shortProgress).toWellFormed(),
    })),
  }
}
