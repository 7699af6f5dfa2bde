import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { proof as hostilePeers } from './hostile-peers.ts'
import { proof as soak } from './soak.ts'

let baton: Baton
beforeAll(async () => void (baton = await startBaton()))
afterAll(() => baton.close())

// Proofs about whole processes, at a size that shows the behavior.

/** Only ends a proof that hangs. */
const patience = 900_000

test(
  hostilePeers.claim,
  async () => {
    expect(await hostilePeers.run(baton, hostilePeers.short)).toMatchObject({
      process_ends: 0,
      machine_frames: hostilePeers.short.messages,
    })
  },
  patience,
)

test(
  soak.claim,
  async () => {
    expect(await soak.run(baton, soak.short)).toMatchObject({ lost_sockets: 0, sockets: soak.short.sockets })
  },
  patience,
)
