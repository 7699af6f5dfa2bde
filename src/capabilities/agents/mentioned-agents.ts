import type { Context } from '../../kernel/context.ts'
import { handlesIn } from '../organizations/mentioned-members.ts'
import { agentsBySlugs } from './agents.queries.ts'

/** The agents whom a text names as `@slug`, of those its writer may see. */
export async function mentionedAgents(ctx: Context, text: string): Promise<string[]> {
  const slugs = handlesIn(text)
  if (slugs.length === 0) return []
  return (await ctx.tx.rows(agentsBySlugs, [ctx.org, slugs])).map(({ id }) => id)
}
