import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { checkIdempotency } from './idempotency.ts'
import { startWorld, type World } from './world.ts'

let world: World
let combinations = 0

beforeAll(async () => {
  world = await startWorld(operations)
})
afterAll(async () => {
  console.log(`idempotency: ${combinations} combinations of operation and rule`)
  await world.close()
})

const writing = [...operations.values()].filter(
  ({ contract }) => contract.effect !== 'read' && contract.http && contract.permission !== 'anyone',
)

test.each(writing.map((operation) => [operation.name, operation] as const))('%s with one key happens once', async (_, operation) => {
  const report = await checkIdempotency(world, operation)
  combinations += report.combinations
  expect(report.failures).toEqual([])
  expect(report.combinations).toBe(4)
})
