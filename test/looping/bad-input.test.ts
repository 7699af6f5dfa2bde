import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { checkBadInput, type Effort } from './bad-input.ts'
import { startWorld, type World } from './world.ts'

let world: World
let requests = 0
/** BATON_FUZZ=all tries every value in every field. */
const effort: Effort = process.env['BATON_FUZZ'] === 'all' ? { runs: 40, every: 1 } : { runs: 16, every: 4 }

beforeAll(async () => {
  world = await startWorld(operations)
})
afterAll(async () => {
  console.log(`bad input: ${requests} requests`)
  await world.close()
})

const served = [...operations.values()].filter(({ contract }) => contract.http || contract.mcp)

test.each(served.map((operation) => [operation.name, operation] as const))(
  '%s answers every bad input, and never with 5xx',
  async (_, operation) => {
    const report = await checkBadInput(world, operation, effort, 1)
    requests += report.combinations
    expect(report.failures).toEqual([])
    expect(report.combinations).toBeGreaterThanOrEqual(effort.runs)
  },
)
