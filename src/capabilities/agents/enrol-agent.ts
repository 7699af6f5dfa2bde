import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { newId } from '../../platform/ids.ts'
import { hintsWaiting } from '../session-hints/hints-waiting.ts'
import { slugOf } from '../suggest-slugs.ts'
import { agentIsDeleted } from './agent-deleted.ts'
import * as contracts from './agents.contract.ts'
import { agentEnrolled } from './agents.events.ts'
import * as queries from './agents.queries.ts'

export const enrolAgent = implement(contracts.enrolAgent, async (ctx, { token_id, client_name }) => {
  const known = await ctx.tx.row(queries.agentOfToken, [ctx.org, token_id, client_name])
  if (known?.deleted_at) throw agentIsDeleted()
  if (known) return { ...known, hints_waiting: await hintsWaiting(ctx, known.id) }
  const id = newId()
  const slug = `${slugOf(client_name, 'agent')}-${id.slice(-6)}`
  const values = [ctx.org, id, slug, client_name, userOf(ctx), token_id, client_name, ctx.clock.now()]
  const row = (await ctx.tx.row(queries.enrolAgent, values)) ?? (await ctx.tx.row(queries.agentOfToken, [ctx.org, token_id, client_name]))
  if (!row) throw new Error('the agent was not stored')
  const { deleted_at: _, ...agent } = row
  ctx.emit(agentEnrolled, { agent })
  ctx.target(agent.id)
  return { ...agent, hints_waiting: false }
})
