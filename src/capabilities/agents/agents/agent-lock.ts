import type { Context } from '../../../kernel/context.ts'
import { shareLock, takeLock } from './agent-lock.queries.ts'
import { requireActiveAgent } from './require-active-agent.ts'

/** Before anything is claimed: from here to the end of the transaction this agent cannot be stopped, or it was and is refused. */
export async function holdOffStop(ctx: Context): Promise<void> {
  const { agent } = ctx.principal
  if (!agent) return
  await ctx.tx.rows(shareLock, { org: ctx.org, agent })
  await requireActiveAgent(ctx.tx, ctx.org, agent)
}

/** Before an agent is stopped, and before anything else is locked by whoever may stop it. */
export async function lockAgent(ctx: Context, agent: string): Promise<void> {
  await ctx.tx.rows(takeLock, { org: ctx.org, agent })
}
