import type { Context } from '../../../kernel/context.ts'
import { agentTags, agentTotal, newestOfAgent, pinnedOfAgent } from './memory.queries.ts'

const newest = 5
const maxPinned = 20
const maxTags = 20

/** Summary of an agent's own memory; null unless the caller is its owner, who alone may see it. */
export async function memoryOfAgent(ctx: Context, agent: { id: string; owner_id: string }) {
  if (agent.owner_id !== ctx.principal.user) return null
  const lane = { org: ctx.org, agent: agent.id }
  const [total, tags, latest, pinned] = await Promise.all([
    ctx.tx.row(agentTotal, lane),
    ctx.tx.rows(agentTags, { ...lane, limit: maxTags }),
    ctx.tx.rows(newestOfAgent, { ...lane, limit: newest }),
    ctx.tx.rows(pinnedOfAgent, { ...lane, limit: maxPinned }),
  ])
  return {
    total: total?.count ?? 0,
    by_tag: Object.fromEntries(tags.map(({ tag, count }) => [tag, count])),
    newest: latest,
    pinned,
  }
}
