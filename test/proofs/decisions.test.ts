import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { proof } from './decisions.ts'

let baton: Baton
beforeAll(async () => void (baton = await startBaton()))
afterAll(() => baton.close())

test(
  proof.claim,
  async () => {
    const { races, pushes } = proof.short
    const figures = await proof.run(baton, proof.short)
    expect(figures).toMatchObject({ races, pushes, decided_twice: 0, not_what_was_stored: 0, neither_taken_nor_refused: 0 })
  },
  600_000,
)
