import { implement } from '../../../kernel/operation.ts'
import { clearPiece, restorePiece } from './clear-scope.ts'
import * as contracts from './clearings.contract.ts'
import { clearingOfJob } from './clearings.queries.ts'

export const continueClearing = implement(contracts.continueClearing, async (ctx, { clearing: id }) => {
  const clearing = await ctx.tx.row(clearingOfJob, [ctx.org, id])
  if (!clearing) return { count: 0 }
  return { count: await (clearing.restored_at ? restorePiece(ctx, clearing) : clearPiece(ctx, clearing)) }
})
