import { implement } from '../../kernel/operation.ts'
import * as contracts from './memory.contract.ts'
import { memoryRestored } from './memory.events.ts'
import { setDeleted } from './memory.queries.ts'
import { requireOwnMemory } from './require-memory.ts'
import { cutMemory, forLog, listed } from './show-memory.ts'

export const restoreMemory = implement(contracts.restoreMemory, async (ctx, { memory: id }) => {
  await requireOwnMemory(ctx, id, 'deleted')
  const memory = await ctx.tx.row(setDeleted, [ctx.org, id, null, ctx.clock.now()])
  if (!memory) throw new Error('the memory was not restored')
  await ctx.enqueue('embedMemories', {})
  ctx.target(id)
  ctx.emit(memoryRestored, { memory: forLog(memory) })
  return cutMemory(memory, listed(ctx))
})
