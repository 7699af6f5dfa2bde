import type { Context } from '../../kernel/context.ts'
import { agentNames } from './agents.queries.ts'

export interface AgentNamed {
  id: string
  slug: string
  name: string
}

/** The agents behind these ids, those that are gone included. */
export async function agentsById(ctx: Context, ids: readonly (string | null)[]): Promise<Map<string, AgentNamed>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const rows = wanted.length > 0 ? await ctx.tx.rows(agentNames, [ctx.org, wanted]) : []
  return new Map(rows.map((row) => [row.id, row]))
}
