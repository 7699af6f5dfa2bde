import type { TxContext } from '../../kernel/context.ts'
import { latestSession } from './sessions.queries.ts'

/** The newest session of a user, of this agent's first. */
export async function latestOf(ctx: TxContext, user: string, agent: string | null): Promise<string | undefined> {
  return (await ctx.tx.row(latestSession, [ctx.org, user, agent]))?.id
}
