import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { changeDecision, requireVersion } from './change-decision.ts'
import * as contracts from './decisions.contract.ts'
import { hasReplaced } from './decisions.queries.ts'
import { lockDecisions, requireDecision } from './require-decision.ts'

export const deleteDecision = implement(contracts.deleteDecision, async (ctx, { decision: name, version }) => {
  const found = await requireDecision(ctx, name, 'write')
  const [before = found] = await lockDecisions(ctx, [found], 'write')
  requireVersion(before, version)
  if (await ctx.tx.row(hasReplaced, [ctx.org, before.id])) {
    throw new Refusal('conflict', `${before.ref} took the place of an earlier decision, so it stays. Log one that supersedes it.`)
  }
  return changeDecision(ctx, before, { deleted_at: ctx.clock.now().toISOString() })
})
