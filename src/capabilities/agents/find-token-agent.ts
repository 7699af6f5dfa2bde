import { implement } from '../../kernel/operation.ts'
import { hintsWaiting } from '../session-hints/hints-waiting.ts'
import * as contracts from './agents.contract.ts'
import { tokenAgent } from './token-agent.ts'

export const findTokenAgent = implement(contracts.findTokenAgent, async (ctx, { token_id, client_name }) => {
  const { known } = await tokenAgent(ctx, token_id, client_name)
  return { found: known && { id: known.id, hints_waiting: await hintsWaiting(ctx, known.id) } }
})
