import type { Context } from '../../kernel/context.ts'
import { liveVerdicts, newestVerdicts } from './approvals.queries.ts'
import type { LiveVerdict, VerdictRow } from './verdict-row.ts'

/** What counts, oldest first. */
export const liveVerdictsOf = (ctx: Context, features: readonly string[]): Promise<LiveVerdict[]> =>
  ctx.tx.rows(liveVerdicts, [ctx.org, features])

/** What a reader sees at a glance, newest first. */
export const newestVerdictsOf = (ctx: Context, features: readonly string[], withVoided: boolean, limit: number): Promise<VerdictRow[]> =>
  ctx.tx.rows(newestVerdicts, [ctx.org, features, withVoided, limit])
