import type { Context } from '../../kernel/context.ts'
import { claimOf } from './activity.queries.ts'

/** Who took a task last, and when. */
export const lastClaim = (ctx: Context, task: string): Promise<{ at: string; holder: string | null } | undefined> =>
  ctx.tx.row(claimOf, [ctx.org, task])
