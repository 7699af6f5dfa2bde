import { userOf } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import * as contracts from '../../agents/agents/agents.contract.ts'
import { agentEnrolled } from '../../agents/agents/agents.events.ts'
import { isActiveAgent } from '../../agents/agents/require-agent.ts'
import { slugOf } from '../../suggest-slugs.ts'
import { hintsWaiting } from '../hints/hints-waiting.ts'
import * as queries from './enrolment.queries.ts'
import { agentIsDeleted, tokenAgent } from './token-agent.ts'

export const enrolAgent = implement(contracts.enrolAgent, async (ctx, { token_id, client_name }) => {
  // Serializes counting the names of a token; otherwise concurrent calls could all pass the limit.
  await ctx.tx.rows(queries.lockToken, { token_id })
  const { name, known } = await tokenAgent(ctx, token_id, client_name)
  if (known) {
    const { deleted_at: _, ...agent } = known
    return { ...agent, hints_waiting: await hintsWaiting(ctx, agent.id) }
  }
  const id = newId()
  const slug = `${slugOf(name, 'agent')}-${id.slice(-6)}`
  const row = await ctx.tx.one(queries.enrolAgent, {
    org: ctx.org,
    id,
    slug,
    name,
    user: userOf(ctx),
    token_id,
    client_name: name,
    now: ctx.clock.now(),
  })
  const { deleted_at: _, ...agent } = row
  ctx.emit(agentEnrolled, { agent })
  ctx.target(agent.id)
  return { ...agent, hints_waiting: false }
})

export const findTokenAgent = implement(contracts.findTokenAgent, async (ctx, { token_id, client_name }) => {
  const { known } = await tokenAgent(ctx, token_id, client_name)
  return { found: known && { id: known.id, hints_waiting: await hintsWaiting(ctx, known.id) } }
})

export const confirmAgent = implement(contracts.confirmAgent, async (ctx, { agent_id: id }) => {
  const [active, hints_waiting] = await Promise.all([isActiveAgent(ctx, id), hintsWaiting(ctx, id)])
  if (!active) throw agentIsDeleted()
  return { id, hints_waiting }
})
