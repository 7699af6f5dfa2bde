import { implement } from '../../kernel/operation.ts'
import * as contracts from './decisions.contract.ts'
import { discuss } from './discuss.ts'
import { requireDecision } from './require-decision.ts'

export const addDecisionEntry = implement(contracts.addDecisionEntry, async (ctx, { decision, body }) =>
  discuss(ctx, await requireDecision(ctx, decision, 'write'), body),
)
