import type { Context } from '../../../kernel/context.ts'
import { holdOff, takeLock } from './agent-lock.queries.ts'
import { requireActiveAgent } from './require-active-agent.ts'

/** Before anything is claimed: from here to the end of the transaction this agent cannot be stopped, or it was and is refused. */
export async function holdOffStop(ctx: Context): Promise<void> {
  const { agent } = ctx.principal
  if (!agent) return
  const { active } = await ctx.tx.one(holdOff, { agent })
  if (!active) await requireActiveAgent(ctx.tx, ctx.org, agent)
}

/** Before an agent is stopped, and before anything else is locked by whoever may stop it. */
export async function lockAgent(ctx: Context, agent: string): Promise<void> {
  await ctx.tx.rows(takeLock, { org: ctx.org, agent })
}
