import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { proof as assistantRecall } from './assistant-recall.ts'
import { proof as claims } from './claims.ts'
import { proof as codeSync } from './code-sync.ts'
import { proof as dashboardData } from './dashboard-data.ts'
import { proof as guessing } from './guessing.ts'
import { proof as insights } from './insights.ts'
import { proof as largeProjects } from './large-projects.ts'
import { proof as leases } from './leases.ts'
import { proof as logFollow } from './log-follow.ts'
import { proof as openQuestions } from './open-questions.ts'
import { proof as questions } from './questions.ts'
import { proof as truth } from './truth.ts'

let baton: Baton
beforeAll(async () => void (baton = await startBaton()))
afterAll(() => baton.close())

// Proofs at a size that shows the behavior: they count, and judge no times. `npm run proof -- NAME` runs one at full size.

/** Only ends a proof that hangs. */
const patience = 900_000

test(
  logFollow.claim,
  async () => {
    expect(await logFollow.run(baton, logFollow.short)).toMatchObject({ missed: 0, doubled: 0 })
  },
  patience,
)

test(
  claims.claim,
  async () => {
    expect(await claims.run(baton, claims.short)).toMatchObject({ claimed: claims.short.tasks, twice: 0 })
  },
  patience,
)

test(
  dashboardData.claim,
  async () => {
    expect(await dashboardData.run(baton, dashboardData.short)).toMatchObject({ tasks: dashboardData.short.tasks })
  },
  patience,
)

test(
  leases.claim,
  async () => {
    expect(await leases.run(baton, leases.short)).toMatchObject({ runs: leases.short.runs, two_holders: 0, untold: 0 })
  },
  patience,
)

test(
  assistantRecall.claim,
  async () => {
    expect((await assistantRecall.run(baton, assistantRecall.short))['recall_with_map']).toBeGreaterThanOrEqual(0.7)
  },
  patience,
)

test(
  guessing.claim,
  async () => {
    const figures = await guessing.run(baton, guessing.short)
    expect(figures).toMatchObject({ refused: guessing.short.guesses, let_in: 0 })
    expect(figures['looked_at']).toBeLessThanOrEqual(5)
  },
  patience,
)

test(
  codeSync.claim,
  async () => {
    const { files, deliveries } = codeSync.short
    const figures = await codeSync.run(baton, codeSync.short)
    expect(figures).toMatchObject({ files, different: 0, events_of_repeats: 0 })
    expect(figures['deliveries']).toBeGreaterThanOrEqual(deliveries)
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
  largeProjects.claim,
  async () => {
    const figures = await largeProjects.run(baton, largeProjects.short)
    expect(figures['calls']).toBeGreaterThan(100)
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
  truth.claim,
  async () => {
    expect(await truth.run(baton, truth.short)).toMatchObject({ empty: 0, superseded: 0, held_out_empty: 0 })
  },
  patience,
)

test(
  openQuestions.claim,
  async () => {
    const { histories } = openQuestions.short
    const nothing = { lost_questions: 0, stale_rows: 0, undelivered: 0, delivered_twice: 0 }
    expect(await openQuestions.run(baton, openQuestions.short)).toMatchObject({ histories, ...nothing })
  },
  patience,
)
