import { afterAll, beforeAll, expect, test } from 'vitest'
import { chosenOperations, sayWhatIsLeft } from './chosen.ts'
import { Pass } from './operation.ts'
import { patience } from './scene-template.ts'

const shards = 4

/** Every fourth operation, so that each file gets a share of every area. */
export function checkShard(shard: number): void {
  const operations = chosenOperations().filter((_, at) => at % shards === shard)
  sayWhatIsLeft()
  if (operations.length === 0) return
  let pass: Pass
  beforeAll(async () => {
    pass = await Pass.open()
  }, patience)
  afterAll(() => pass?.close())
  test.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s',
    async (_, operation) => {
      expect(await pass.check(operation)).toEqual([])
    },
    patience,
  )
}
