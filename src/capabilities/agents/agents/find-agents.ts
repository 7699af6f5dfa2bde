import type { Context } from '../../../kernel/context.ts'
import type { Column } from '../../../platform/together.ts'
import { handlesIn } from '../../organizations/organizations/people.ts'
import { agentNames, agentsBySlugs } from './agents.queries.ts'

interface AgentNamed {
  id: string
  slug: string
  name: string
}

/** The agents with these ids, including deleted ones. */
export async function agentsById(ctx: Context, ids: readonly (string | null)[] | readonly Column[]): Promise<Map<string, AgentNamed>> {
  const wanted = [...new Set<string | Column | null>(ids)].filter((id) => id !== null)
  const rows = wanted.length > 0 ? await ctx.tx.rows(agentNames, { org: ctx.org, ids: wanted }) : []
  return new Map(rows.map((row) => [row.id, row]))
}

/** The agents that a text mentions as `@slug`, among those its writer may see. */
export async function mentionedAgents(ctx: Context, text: string): Promise<string[]> {
  const slugs = handlesIn(text)
  if (slugs.length === 0) return []
  return (await ctx.tx.rows(agentsBySlugs, { org: ctx.org, slugs })).map(({ id }) => id)
}
