import { operations } from '../capabilities/operations.ts'
import { readConfig } from '../platform/config.ts'
import { installLastResort } from './last-resort.ts'
import { startNode } from './node.ts'
import { giveBackMemory } from './settle.ts'

const config = readConfig()
const node = await startNode(config, operations)
giveBackMemory()
console.log(`Baton is listening at ${node.address}`)
installLastResort({ log: node.assembly.log, drain: node.drain, close: node.close })

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
