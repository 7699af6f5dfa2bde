import { implement } from '../../kernel/operation.ts'
import * as contracts from './memory.contract.ts'
import { memoryUpdated } from './memory.events.ts'
import * as queries from './memory.queries.ts'
import { requireOwnMemory, requireVersion } from './require-memory.ts'
import { forLog, plain } from './show-memory.ts'

type Changeable = Pick<queries.MemoryRow, 'tags' | 'pinned' | 'valid_from' | 'valid_until'>

export const updateMemory = implement(contracts.updateMemory, async (ctx, { memory: id, version, tags, ...fields }) => {
  const before = await requireOwnMemory(ctx, id)
  requireVersion(before, version)
  ctx.target(id)
  const wanted: { [Field in keyof Changeable]?: Changeable[Field] | undefined } = { ...fields, ...(tags && { tags: [...new Set(tags)] }) }
  const changed = (Object.keys(wanted) as (keyof Changeable)[]).filter(
    (field) => wanted[field] !== undefined && JSON.stringify(wanted[field]) !== JSON.stringify(before[field]),
  )
  if (changed.length === 0) return plain(before)
  const named = Object.fromEntries(changed.map((field) => [field, wanted[field]]))
  const merged: queries.LockedMemory = { ...before, ...named }
  const now = ctx.clock.now()
  await ctx.tx.rows(queries.updateMemory, [ctx.org, id, merged.tags, merged.pinned, merged.valid_from, merged.valid_until, now])
  const memory = (await ctx.tx.row(queries.memoryById, [ctx.org, id])) ?? plain(merged)
  ctx.emit(memoryUpdated, { memory: forLog(memory), changed })
  return memory
})
