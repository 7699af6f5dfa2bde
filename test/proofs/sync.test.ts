import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { proof as crashes } from './sync-crashes.ts'
import { faults, proof as model } from './sync.ts'

let baton: Baton
beforeAll(async () => void (baton = await startBaton()))
afterAll(() => baton.close())

test(
  model.claim,
  async () => {
    expect(await model.run(null, model.short)).toMatchObject({ diverged: 0, faults_found: faults.length })
  },
  600_000,
)

test(
  crashes.claim,
  async () => {
    expect(await crashes.run(baton, crashes.short)).toMatchObject({ lost: 0, twice: 0, diverged: 0 })
  },
  600_000,
)

test('devices that lose count are found out', async () => {
  await expect(crashes.run(baton, { runs: 1, fault: 'loses-count' })).rejects.toThrow('done twice')
}, 600_000)
