import type { Context } from '../../../kernel/context.ts'
import { holdOff, takeLock } from './agent-lock.queries.ts'
import { requireActiveAgent } from './require-active-agent.ts'

/** Call before claiming anything: until the transaction ends, this agent can't be stopped; one that is stopped already is refused. */
export async function holdOffStop(ctx: Context): Promise<void> {
  const { agent } = ctx.principal
  if (!agent) return
  const { active } = await ctx.tx.one(holdOff, { agent })
  if (!active) await requireActiveAgent(ctx.tx, ctx.org, agent)
}

/** Call before stopping an agent, and before taking any other lock on a path that may stop it. */
export async function lockAgent(ctx: Context, agent: string): Promise<void> {
  await ctx.tx.rows(takeLock, { org: ctx.org, agent })
}
