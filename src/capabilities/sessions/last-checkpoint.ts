import type { TxContext } from '../../kernel/context.ts'
import { checkpointsBefore, lastState, type FullSession } from './sessions.queries.ts'

const afterAll = 2_147_483_647

/** Where a session stopped: its newest checkpoint, or that of the one it goes on with. */
export async function lastCheckpointOf(ctx: TxContext, { id, parent_id }: FullSession) {
  for (const session of [id, ...(parent_id ? [parent_id] : [])]) {
    const [row] = await ctx.tx.rows(checkpointsBefore, [ctx.org, session, afterAll, 1])
    if (!row) continue
    const state = row.state || ((await ctx.tx.row(lastState, [ctx.org, session]))?.state ?? '')
    return { number: row.number, at: row.created_at, progress: row.progress, state, files: row.files }
  }
  return undefined
}
