import { implement } from '../../kernel/operation.ts'
import { hintsWaiting } from '../session-hints/hints-waiting.ts'
import { agentIsDeleted } from './agent-deleted.ts'
import * as contracts from './agents.contract.ts'
import { isActive } from './agents.queries.ts'

export const confirmAgent = implement(contracts.confirmAgent, async (ctx, { agent_id: id }) => {
  const [active, hints_waiting] = await Promise.all([ctx.tx.row(isActive, [ctx.org, id]), hintsWaiting(ctx, id)])
  if (!active) throw agentIsDeleted()
  return { id, hints_waiting }
})
