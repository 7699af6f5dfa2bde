import { implement } from '../../kernel/operation.ts'
import * as contracts from './confirmations.contract.ts'
import { forget, keepAnswer } from './confirmations.queries.ts'
import { validFor } from './last-answer.ts'

const day = 24 * 3_600_000

export const recordConfirmationAnswer = implement(contracts.recordConfirmationAnswer, async (ctx, { user_id, agent_id, call, answer }) => {
  const now = ctx.clock.now()
  await ctx.tx.rows(forget, [ctx.org, user_id, new Date(now.getTime() - day)])
  const kept = await ctx.tx.row(keepAnswer, [ctx.org, user_id, agent_id, call, answer, now, new Date(now.getTime() - validFor)])
  return kept ?? { answer }
})
