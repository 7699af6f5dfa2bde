import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { proof as cluster } from './cluster.ts'
import { proof as failover } from './failover.ts'
import { proof as hub } from './hub.ts'
import { proof as memoryEmbedding } from './memory-embedding.ts'
import { proof as outages } from './outages.ts'
import { proof as pooler } from './pooler.ts'
import { proof as sseSessions } from './sse-sessions.ts'
import { proof as webhooks } from './webhooks.ts'

let baton: Baton
beforeAll(async () => void (baton = await startBaton()))
afterAll(() => baton.close())

// What several processes and the network between them come to when parts fail, at a size that shows the behavior and judges no times.

/** Only ends a proof that hangs. */
const patience = 900_000

test(
  hub.claim,
  async () => {
    const { sockets, events } = hub.short
    expect(await hub.run(baton, hub.short)).toMatchObject({ events, gaps: 0, doubled: 0, reconnects: sockets })
    for (const fault of ['lost_frame', 'skipped_on_resume'] as const)
      await expect(hub.run(baton, { ...hub.short, fault }), fault).rejects.toThrow(/gaps|deliveries/)
  },
  patience,
)

test(
  cluster.claim,
  async () => {
    expect(await cluster.run(baton, cluster.short)).toMatchObject({ failures: 0, lost: 0, doubled: 0 })
  },
  patience,
)

test(
  sseSessions.claim,
  async () => {
    const { sessions, calls } = sseSessions.short
    const figures = await sseSessions.run(baton, sseSessions.short)
    expect(figures).toMatchObject({ sessions, calls: sessions * calls * 2, lost: 0 })
    expect(Number(figures['undisturbed']) + Number(figures['reconnected'])).toBe(sessions)
  },
  patience,
)

test(
  memoryEmbedding.claim,
  async () => {
    const { memories } = memoryEmbedding.short
    expect(await memoryEmbedding.run(baton, memoryEmbedding.short)).toMatchObject({ memories, missing: 0, twice: 0 })
  },
  patience,
)

test(
  webhooks.claim,
  async () => {
    expect(await webhooks.run(baton, webhooks.short)).toMatchObject({ missed: 0, unsigned: 0, disordered: 0 })
  },
  patience,
)

test(
  pooler.claim,
  async () => {
    expect(await pooler.run(baton, pooler.short)).toMatchObject({ works: 13 })
  },
  patience,
)

test(
  outages.claim,
  async () => {
    const figures = await outages.run(baton, outages.short)
    expect(figures).toMatchObject({ lost: 0, doubled: 0 })
    expect(figures['acknowledged']).toBeGreaterThan(0)
  },
  patience,
)

test(
  failover.claim,
  async () => {
    expect(await failover.run(baton, failover.short)).toMatchObject({ direct_lost: 0, direct_doubled: 0, direct_odd: 0, direct_ended: 0 })
  },
  patience,
)
