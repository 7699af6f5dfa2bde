import { implement } from '../../../kernel/operation.ts'
import { clearScope, showClearing, sizeOf } from './clear-scope.ts'
import * as contracts from './clearings.contract.ts'
import { laneToWrite } from '../whose-memory.ts'

export const clearMemory = implement(contracts.clearMemory, async (ctx, { dry_run, ...named }) => {
  const lane = await laneToWrite(ctx, named)
  if (dry_run) return { dry_run, count: (await sizeOf(ctx, lane)).count, clearing: null }
  ctx.call.progress?.({ done: 0, total: 1, message: 'Clearing' })
  const clearing = await clearScope(ctx, lane)
  ctx.call.progress?.({ done: 1, total: 1, message: 'Cleared' })
  return { dry_run, count: clearing.count, clearing: showClearing(clearing) }
})
