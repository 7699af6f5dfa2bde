import { setTimeout as pause } from 'node:timers/promises'
import type { Baton } from '../harness/baton.ts'

/** A node whose database answers with random delays, to provoke reordering. */
export async function addSlowNode(baton: Baton): Promise<string> {
  const { address, assembly } = await baton.addNode()
  const { database } = assembly.kernel
  assembly.kernel.database = {
    ...database,
    async withRealm(realm, place, mode, work) {
      const result = await database.withRealm(realm, place, mode, work)
      await pause(Math.random() * 15)
      return result
    },
  }
  return address
}
