import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { proof as adminLists } from './admin-lists.ts'
import { proof as assistantRecall } from './assistant-recall.ts'
import { proof as atRest } from './at-rest.ts'
import { proof as claims } from './claims.ts'
import { proof as cluster } from './cluster.ts'
import { proof as codeSync } from './code-sync.ts'
import { proof as dashboardData } from './dashboard-data.ts'
import { proof as embedding } from './embedding.ts'
import { proof as guessing } from './guessing.ts'
import { proof as idle } from './idle.ts'
import { proof as insights } from './insights.ts'
import { judge, proof as hub } from './hub.ts'
import { proof as largeProjects } from './large-projects.ts'
import { proof as leases } from './leases.ts'
import { proof as logFollow } from './log-follow.ts'
import { proof as loginTiming } from './login-timing.ts'
import { proof as memoryEmbedding } from './memory-embedding.ts'
import { proof as neighbours } from './neighbours.ts'
import { proof as outages } from './outages.ts'
import { proof as pooler } from './pooler.ts'
import { proof as questions } from './questions.ts'
import { judge as judgeSearch, proof as search } from './search.ts'
import { proof as sseSessions } from './sse-sessions.ts'
import { proof as webhooks } from './webhooks.ts'
import { quietLimit } from '../harness/quiet-limit.ts'

let baton: Baton
beforeAll(async () => void (baton = await startBaton()))
afterAll(() => baton.close())

// The short version of every proof; `npm run proof -- all` runs them at full size.

/** The proofs' own limits detect slowness; this one only ends a proof that hangs. */
const patience = 600_000

test(logFollow.claim, async () => {
  expect(await logFollow.run(baton, logFollow.short)).toMatchObject({ missed: 0, doubled: 0 })
})

test(claims.claim, async () => {
  expect(await claims.run(baton, claims.short)).toMatchObject({ claimed: claims.short.tasks, twice: 0 })
})

test(
  idle.claim,
  async () => {
    expect(await idle.run(baton, idle.short)).toMatchObject({ sockets: idle.short.sockets })
    await expect(idle.run(baton, { ...idle.short, settling: 0, seconds: 2, looks: 1, statements: 0 })).rejects.toThrow(
      'statements a second',
    )
  },
  patience,
)

test(
  dashboardData.claim,
  async () => {
    expect(await dashboardData.run(baton, dashboardData.short)).toMatchObject({ tasks: dashboardData.short.tasks })
    await expect(dashboardData.run(baton, { ...dashboardData.short, seconds: 1, maxFirstCard: 0 })).rejects.toThrow('the first card after')
  },
  patience,
)

test(
  atRest.claim,
  async () => {
    expect(await atRest.run(baton, atRest.short)).toHaveProperty('server_mb')
    await expect(atRest.run(baton, { ...atRest.short, seconds: 0, worker: 1 })).rejects.toThrow('the worker holds')
  },
  patience,
)

test(
  leases.claim,
  async () => {
    const figures = await leases.run(baton, leases.short)
    expect(figures).toMatchObject({ runs: leases.short.runs, two_holders: 0, untold: 0 })
    expect(figures['claims']).toBeGreaterThan(0)
  },
  patience,
)

test(
  hub.claim,
  async () => {
    expect(await hub.run(baton, hub.short)).toMatchObject({ gaps: 0, doubled: 0, reconnects: hub.short.sockets })
    for (const fault of ['lost_frame', 'skipped_on_resume'] as const)
      await expect(hub.run(baton, { ...hub.short, fault }), fault).rejects.toThrow(/gaps|deliveries/)
    const good = { deliveries: 4, gaps: 0, doubled: 0, resyncs: 0, reconnects: 2, fewest: 2, most: 2, busy_ms: 1, memory_mb: 1 }
    const size = { sockets: 2, events: 2, ratio: 0.5, least: hub.full.least }
    expect(() => judge(size, good)).not.toThrow()
    expect(() => judge({ ...size, ratio: 0.49 }, good)).toThrow('fan-out')
    expect(() => judge(size, { ...good, deliveries: 3 })).toThrow('3 deliveries')
    expect(() => judge(size, { ...good, doubled: 1 })).toThrow('1 doubled')
  },
  patience,
)

test(cluster.claim, async () => {
  const figures = await cluster.run(baton, cluster.short)
  expect(figures).toMatchObject({ failures: 0, lost: 0, doubled: 0 })
  expect(figures['slowest_call_after_kill_s']).toBeLessThan(quietLimit(5))
})

test(
  assistantRecall.claim,
  async () => {
    const figures = await assistantRecall.run(baton, assistantRecall.short)
    // Words only, in a growing repository; the full size also uses vectors. A broken ranking falls far below this.
    expect(figures['recall_with_map']).toBeGreaterThanOrEqual(0.7)
  },
  patience,
)

test(embedding.claim, async () => {
  expect(await embedding.run(baton, embedding.short)).toMatchObject({ texts: embedding.short.texts })
})

test(guessing.claim, async () => {
  const figures = await guessing.run(baton, guessing.short)
  expect(figures).toMatchObject({ refused: guessing.short.guesses, let_in: 0 })
  expect(figures['looked_at']).toBeLessThanOrEqual(5)
})

test(
  codeSync.claim,
  async () => {
    expect(await codeSync.run(baton, codeSync.short)).toMatchObject({ different: 0, events_of_repeats: 0 })
  },
  patience,
)

test(
  insights.claim,
  async () => {
    const figures = await insights.run(baton, insights.short)
    expect(figures).toMatchObject({ histories: insights.short.histories, different: 0, mutants_unnoticed: 0 })
    expect(figures['held_85']).toBeGreaterThanOrEqual(0.8)
  },
  patience,
)

test(
  adminLists.claim,
  async () => {
    expect((await adminLists.run(baton, adminLists.short))['worst_ratio']).toBeGreaterThan(0)
  },
  patience,
)

test(
  largeProjects.claim,
  async () => {
    expect((await largeProjects.run(baton, largeProjects.short))['calls']).toBeGreaterThan(100)
  },
  patience,
)

test(loginTiming.claim, async () => {
  expect(Math.abs((await loginTiming.run(baton, loginTiming.short))['welch_t'] ?? Number.NaN)).toBeLessThan(4.5)
})

test(
  memoryEmbedding.claim,
  async () => {
    expect(await memoryEmbedding.run(baton, memoryEmbedding.short)).toMatchObject({ missing: 0, twice: 0 })
  },
  patience,
)

test(
  neighbours.claim,
  async () => {
    expect(await neighbours.run(baton, neighbours.short)).toHaveProperty('list_p99_ratio')
  },
  patience,
)

test(
  outages.claim,
  async () => {
    expect(await outages.run(baton, outages.short)).toMatchObject({ lost: 0, doubled: 0 })
  },
  patience,
)

test(
  pooler.claim,
  async () => {
    expect((await pooler.run(baton, pooler.short))['cancelled_ms']).toBeLessThan(quietLimit(5_000))
  },
  patience,
)

test(
  questions.claim,
  async () => {
    const { all, unanswerable } = await questions.run(baton, questions.short)
    expect(all).toBeGreaterThanOrEqual(0.93)
    expect(unanswerable).toBeGreaterThanOrEqual(0.9)
  },
  patience,
)

test(
  search.claim,
  async () => {
    const { sizes } = search.short
    expect((await search.run(baton, search.short))[`search_${sizes[0]}_to_bare`]).toBeGreaterThan(0)
    const cost = { p50: 9, server: 30, database: 30, statements: 20, bare: { p50: 5, cpu: 20 }, toBare: 2 }
    expect(judgeSearch(2000, search.full, cost, cost)).toEqual([])
    expect(judgeSearch(2000, search.full, { ...cost, server: 31 }, cost).join()).toContain('61 ms of CPU')
    expect(judgeSearch(100_000, search.full, cost, { ...cost, toBare: 2.1 }).join()).toContain('2.1 times its bare statements')
  },
  patience,
)

test(
  sseSessions.claim,
  async () => {
    expect(await sseSessions.run(baton, sseSessions.short)).toMatchObject({ sessions: sseSessions.short.sessions, lost: 0 })
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
