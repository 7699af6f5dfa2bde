import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { newId } from '../../platform/ids.ts'
import * as contracts from './agents.contract.ts'
import { agentEnrolled } from './agents.events.ts'
import { agentOfToken, insertAgent } from './agents.queries.ts'

export const enrolAgent = implement(contracts.enrolAgent, async (ctx, { token_id, client_name }) => {
  const known = await ctx.tx.row(agentOfToken, [ctx.org, token_id, client_name])
  if (known) return known
  const id = newId()
  const plain = client_name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
  const slug = `${plain || 'agent'}-${id.slice(-6)}`
  const agent =
    (await ctx.tx.row(insertAgent, [ctx.org, id, slug, client_name, userOf(ctx), token_id, client_name, ctx.clock.now()])) ??
    (await ctx.tx.row(agentOfToken, [ctx.org, token_id, client_name]))
  if (!agent) throw new Error('the agent was not stored')
  ctx.emit(agentEnrolled, { agent })
  ctx.target(agent.id)
  return agent
})
