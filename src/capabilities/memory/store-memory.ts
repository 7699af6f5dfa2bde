import { implement } from '../../kernel/operation.ts'
import * as contracts from './memory.contract.ts'
import { cutMemory, listed } from './show-memory.ts'
import { storeMemoryEntry } from './store-memory-entry.ts'
import { laneToWrite } from './whose-memory.ts'

export const storeMemory = implement(contracts.storeMemory, async (ctx, { scope, project, agent, session, ...entry }) => {
  const memory = await storeMemoryEntry(ctx, await laneToWrite(ctx, { scope, project, agent, session }), entry)
  ctx.target(memory.id)
  return cutMemory(memory, listed(ctx))
})
