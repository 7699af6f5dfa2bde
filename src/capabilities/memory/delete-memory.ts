import type { Context } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './memory.contract.ts'
import { memoryDeleted } from './memory.events.ts'
import { dropVectors, setDeleted, type MemoryRow } from './memory.queries.ts'
import { requireOwnMemory } from './require-memory.ts'
import { cutMemory, forLog, listed } from './show-memory.ts'

export const deleteMemory = implement(contracts.deleteMemory, async (ctx, { memory: id }) => {
  await requireOwnMemory(ctx, id)
  return cutMemory(await deleteEntry(ctx, id), listed(ctx))
})

/** Its vector goes at once; bringing it back makes a new one. */
export async function deleteEntry(ctx: Context, id: string): Promise<MemoryRow> {
  const now = ctx.clock.now()
  const memory = await ctx.tx.row(setDeleted, [ctx.org, id, now, now])
  if (!memory) throw new Error('the memory was not deleted')
  await ctx.tx.rows(dropVectors, [ctx.org, [id]])
  ctx.target(id)
  ctx.emit(memoryDeleted, { memory: forLog(memory) })
  return memory
}
