import { implement } from '../../kernel/operation.ts'
import { changeDecision } from './change-decision.ts'
import * as contracts from './decisions.contract.ts'
import { lockDecisions, requireDecision } from './require-decision.ts'

export const restoreDecision = implement(contracts.restoreDecision, async (ctx, { decision: name }) => {
  const found = await requireDecision(ctx, name, 'restore')
  const [before = found] = await lockDecisions(ctx, [found], 'restore')
  return changeDecision(ctx, before, { deleted_at: null })
})
