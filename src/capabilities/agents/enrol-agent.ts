import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { newId } from '../../platform/ids.ts'
import { hintsWaiting } from '../session-hints/hints-waiting.ts'
import { slugOf } from '../suggest-slugs.ts'
import * as contracts from './agents.contract.ts'
import { agentEnrolled } from './agents.events.ts'
import * as queries from './agents.queries.ts'
import { tokenAgent } from './token-agent.ts'

export const enrolAgent = implement(contracts.enrolAgent, async (ctx, { token_id, client_name }) => {
  // Names of one token are counted one after another, or many at once would all find room.
  await ctx.tx.rows(queries.lockToken, [token_id])
  const { name, known } = await tokenAgent(ctx, token_id, client_name)
  if (known) {
    const { deleted_at: _, ...agent } = known
    return { ...agent, hints_waiting: await hintsWaiting(ctx, agent.id) }
  }
  const id = newId()
  const slug = `${slugOf(name, 'agent')}-${id.slice(-6)}`
  const row = await ctx.tx.row(queries.enrolAgent, [ctx.org, id, slug, name, userOf(ctx), token_id, name, ctx.clock.now()])
  if (!row) throw new Error('the agent was not stored')
  const { deleted_at: _, ...agent } = row
  ctx.emit(agentEnrolled, { agent })
  ctx.target(agent.id)
  return { ...agent, hints_waiting: false }
})
