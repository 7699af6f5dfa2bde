import type { Context } from '../../kernel/context.ts'
import { shareLock, takeLock } from './agent-control.queries.ts'
import { requireStanding } from './require-standing.ts'

/** Before anything is claimed: from here to the end of the transaction this agent cannot be stopped, or it was and is refused. */
export async function holdOffStop(ctx: Context): Promise<void> {
  const { agent } = ctx.principal
  if (!agent) return
  await ctx.tx.rows(shareLock, [ctx.org, agent])
  await requireStanding(ctx.tx, ctx.org, agent)
}

/** Before an agent is stopped, and before anything else is locked by who may stop it. */
export async function lockAgent(ctx: Context, agent: string): Promise<void> {
  await ctx.tx.rows(takeLock, [ctx.org, agent])
}
