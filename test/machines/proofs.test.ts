import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { proof as crashes } from '../proofs/machine-crashes.ts'
import { proof as dispatch } from '../proofs/machine-dispatch.ts'
import { proof as forgeries } from '../proofs/machine-forgeries.ts'
import { proof as pairing } from '../proofs/machine-pairing.ts'
import { proof as streams } from '../proofs/machine-streams.ts'

let baton: Baton
beforeAll(async () => void (baton = await startBaton()))
afterAll(() => baton.close())

// The short version of every proof about machines; `npm run proof -- NAME` runs one at full size.

const patience = 600_000

test(pairing.claim, async () => {
  const { claims } = pairing.short
  expect(await pairing.run(baton, pairing.short)).toEqual({
    claims,
    won: 1,
    refused: claims - 1,
    guesses: claims,
    guessed: 0,
    confirmed_by_another_fingerprint: 0,
    confirmed_by_id_alone: 0,
    confirmed: 1,
  })
})

test(
  forgeries.claim,
  async () => {
    expect(await forgeries.run(baton, forgeries.short)).toEqual({ lies: forgeries.short.lies, executed_lies: 0, twice: 0, honest: 2 })
  },
  patience,
)

test(
  crashes.claim,
  async () => {
    expect(await crashes.run(baton, crashes.short)).toMatchObject({ actions: crashes.short.actions, twice: 0, lost: 0, failed: 0 })
  },
  patience,
)

test(
  streams.claim,
  async () => {
    const figures = await streams.run(baton, streams.short)
    expect(figures).toMatchObject({ echoed: streams.short.streams })
    expect(figures['in_flight_while_paused_mib']).toBeLessThan(64)
    expect(figures['machine_peak_mib']).toBeLessThan(400)
  },
  patience,
)

// Last, because it moves the server's clock.
test(
  dispatch.claim,
  async () => {
    const figures = await dispatch.run(baton, dispatch.short)
    expect(figures).toMatchObject({
      started_by_strangers: 0,
      begun_twice: 0,
      completed_twice: 0,
      results_lost: 0,
      leases_left: 0,
      idle_starts: 0,
    })
  },
  patience,
)
