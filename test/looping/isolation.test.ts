import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { checkIsolation } from './isolation.ts'
import { startWorld, type World } from './world.ts'

let world: World
let combinations = 0

beforeAll(async () => {
  world = await startWorld(operations)
})
afterAll(async () => {
  console.log(`isolation: ${combinations} combinations of operation, door, place and attacker`)
  await world.close()
})

const served = [...operations.values()].filter(({ contract }) => contract.http || contract.mcp)

test.each(served.map((operation) => [operation.name, operation] as const))('%s keeps what is another’s apart', async (_, operation) => {
  const report = await checkIsolation(world, operation)
  combinations += report.combinations
  expect(report.failures).toEqual([])
  expect(report.combinations).toBeGreaterThan(0)
})
