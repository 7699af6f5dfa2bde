import { implement } from '../../kernel/operation.ts'
import * as contracts from './memory.contract.ts'
import { storeMemoryEntries } from './store-memory-entry.ts'
import { laneToWrite } from './whose-memory.ts'

export const storeMemories = implement(contracts.storeMemories, async (ctx, { entries, ...named }) => {
  const memories = await storeMemoryEntries(ctx, await laneToWrite(ctx, named), entries)
  return { items: memories.map(({ id, trust }) => ({ id, trust })) }
})
