import type { TxContext } from '../../../kernel/context.ts'
import { traceOf, type TraceRow } from './traces.queries.ts'

export const showTrace = ({ updated_at: at, ...trace }: TraceRow) => ({ at, ...trace })

/** What hooks saw in a session, or before it in the one that it continues. */
export async function traceOfSession(ctx: TxContext, session: string): Promise<ReturnType<typeof showTrace> | null> {
  const row = await ctx.tx.row(traceOf, { org: ctx.org, session })
  return row ? showTrace(row) : null
}
