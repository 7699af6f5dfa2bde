import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { quietLimit } from '../harness/quiet-limit.ts'
import { proof } from './decisions.ts'

let baton: Baton
beforeAll(async () => void (baton = await startBaton()))
afterAll(() => baton.close())

test(
  proof.claim,
  async () => {
    const figures = await proof.run(baton, proof.short)
    expect(figures).toMatchObject({ races: proof.short.races, decided_twice: 0, not_what_was_stored: 0, neither_taken_nor_refused: 0 })
    expect(figures['decided']).toBeGreaterThanOrEqual(proof.short.races / 3)
    expect(figures['push_p95_s']).toBeLessThan(quietLimit(3))
  },
  600_000,
)
