import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './memory.contract.ts'
import { cutMemory, listed } from './show-memory.ts'
import { similarTo } from './similar-memories.ts'
import { storeMemoryEntry } from './store-memory-entry.ts'
import { requireCurrentMemory, storeInPlaceOf } from './supersede-memory.ts'
import { laneToWrite } from './whose-memory.ts'

export const storeMemory = implement(contracts.storeMemory, async (ctx, { scope, project, agent, session, supersedes, ...entry }) => {
  const named = { scope, project, agent, session }
  const before = supersedes === undefined ? undefined : await requireCurrentMemory(ctx, supersedes)
  const lane = before && Object.values(named).every((name) => name === undefined) ? before : await laneToWrite(ctx, named)
  if (before && before.scope_id !== lane.scope_id) {
    throw new Refusal('invalid', 'A memory is superseded where it is. Leave out scope, project, agent and session, or name its own.')
  }
  const similar = await similarTo(ctx, lane.scope_id, entry.content)
  const memory = before ? await storeInPlaceOf(ctx, before, entry) : await storeMemoryEntry(ctx, lane, entry)
  ctx.target(memory.id)
  return { ...cutMemory(memory, listed(ctx)), supersedes: before?.id ?? null, similar: similar.filter(({ id }) => id !== before?.id) }
})
