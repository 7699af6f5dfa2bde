import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { agentOfToken, agentsOfToken, type EnrolledRow } from './enrolment.queries.ts'

/** The name for clients that send none, and for further clients of a token that has used up its names. */
export const sharedName = 'mcp-client'

/** Clients choose their own names, so the agents per token are limited; all further names share one agent. */
export async function tokenAgent(ctx: Context, token: string, client: string): Promise<{ name: string; known: EnrolledRow | null }> {
  const known = await ctx.tx.row(agentOfToken, { org: ctx.org, token, client })
  if (known?.deleted_at) throw agentIsDeleted()
  if (known || client === sharedName) return { name: client, known: known ?? null }
  const { count = 0 } = (await ctx.tx.row(agentsOfToken, { org: ctx.org, token })) ?? {}
  return count < ctx.services.config.AGENTS_PER_TOKEN ? { name: client, known: null } : tokenAgent(ctx, token, sharedName)
}

/** A deleted agent isn't recreated on the next call of its token: otherwise deleting it would stop nothing. */
export const agentIsDeleted = (): Refusal =>
  new Refusal('agent_deleted', 'The agent that acts through this token was deleted. Have its owner restore it, or use another token.')
