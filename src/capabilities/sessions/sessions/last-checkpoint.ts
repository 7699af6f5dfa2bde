import type { TxContext } from '../../../kernel/context.ts'
import { checkpointsBefore, lastState } from './sessions.queries.ts'
import type { FullSession } from '../../agents/sessions/session-sql.ts'

const afterAll = 2_147_483_647

const shortProgress = 400

/** What was said on the way there, newest first; of the session that has the last checkpoint. */
export async function checkpointsBeforeLast(ctx: TxContext, { id, parent_id }: FullSession, last: number, limit: number) {
  for (const session of [id, ...(parent_id ? [parent_id] : [])]) {
    const rows = await ctx.tx.rows(checkpointsBefore, { org: ctx.org, session, before: last, limit })
    if (rows.length > 0)
      return rows.map(({ number, created_at, progress }) => ({
        number,
        at: created_at,
        progress: progress.slice(0, shortProgress).toWellFormed(),
      }))
  }
  return []
}

/** Where a session stopped: its newest checkpoint, or that of the one it goes on with. */
export async function lastCheckpointOf(ctx: TxContext, { id, parent_id }: FullSession) {
  for (const session of [id, ...(parent_id ? [parent_id] : [])]) {
    const [row] = await ctx.tx.rows(checkpointsBefore, { org: ctx.org, session, before: afterAll, limit: 1 })
    if (!row) continue
    const state = row.state || ((await ctx.tx.row(lastState, { org: ctx.org, session }))?.state ?? '')
    return { number: row.number, at: row.created_at, progress: row.progress, state, files: row.files }
  }
  return undefined
}
