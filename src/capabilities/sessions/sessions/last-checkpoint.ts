import type { TxContext } from '../../../kernel/context.ts'
import { newestOf } from './sessions.queries.ts'

export type Checkpoints = Awaited<ReturnType<typeof lastCheckpoints>>

/** Where a session, or the one it continues, stopped: its newest checkpoint and the progress reported before that, newest first. */
export async function lastCheckpoints(ctx: TxContext, session: string, earlier: number) {
  const rows = await ctx.tx.rows(newestOf, { org: ctx.org, session, limit: earlier + 1 })
  const [row, ...before] = rows
  return {
    session: row?.session_id ?? session,
    last: row ? { number: row.number, at: row.created_at, progress: row.progress, state: row.state ?? '', files: row.files } : null,
    earlier: before.map(({ number, created_at, progress }) => ({ number, at: created_at, progress })),
    /** How many there are beyond these. */
    more: row ? row.among - rows.length : 0,
  }
}
