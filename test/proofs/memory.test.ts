import { afterEach, beforeEach, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { proof as chains } from './memory-chains.ts'
import { proof as storing } from './memory-storing.ts'

let baton: Baton
// Each sets its own model.
beforeEach(async () => void (baton = await startBaton()))
afterEach(() => baton.close())

/** Only ends a proof that hangs. */
const patience = 900_000

test(
  chains.claim,
  async () => {
    expect(await chains.run(baton, chains.short)).toMatchObject({ steps: chains.short.steps, different: 0 })
  },
  patience,
)

test(
  storing.claim,
  async () => {
    const { memories } = storing.short
    expect(await storing.run(baton, storing.short)).toMatchObject({ memories, embedded: memories, found: memories })
  },
  patience,
)
