import { operations } from '../capabilities/operations.ts'
import { readConfig } from '../platform/config.ts'
import { startNode } from './node.ts'
import { giveBackMemory } from './settle.ts'

const config = readConfig()
const node = await startNode(config, operations)
giveBackMemory()
console.log(`Baton is listening at ${node.address}`)

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    node.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
}
