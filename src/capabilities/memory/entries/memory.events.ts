import { event } from '../../../kernel/events.ts'
import type { ClearingRow } from '../clearings/clearings.queries.ts'
import type { MemoryRow } from './memory.queries.ts'

const place = ({ memory }: { memory: MemoryRow }) => ({
  project_id: memory.project_id,
  owner_id: memory.owner_id,
  subject_id: memory.id,
})
const ofClearing = ({ clearing }: { clearing: ClearingRow }) => ({
  project_id: clearing.project_id,
  owner_id: clearing.owner_id,
  subject_id: clearing.id,
})

/** The log carries only the beginning of a memory. */
export const memoryStored = event<{ memory: MemoryRow }>('memory.stored', place)
export const memoryUpdated = event<{ memory: MemoryRow; changed: string[] }>('memory.updated', place)
export const memorySuperseded = event<{ memory: MemoryRow; by: string }>('memory.superseded', place)
export const memoryDeleted = event<{ memory: MemoryRow }>('memory.deleted', place)
export const memoryRestored = event<{ memory: MemoryRow }>('memory.restored', place)
export const memoryCleared = event<{ clearing: ClearingRow }>('memory.cleared', ofClearing)
export const clearingUndone = event<{ clearing: ClearingRow }>('memory.clearing_undone', ofClearing)
