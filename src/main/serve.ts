import { operations } from '../capabilities/operations.ts'
import { readConfig } from '../platform/config.ts'
import { installLastResort } from './last-resort.ts'
import { startNode } from './node.ts'
import { giveBackMemory } from './settle.ts'
import { stopOnSignal } from './stop-on-signal.ts'

const config = readConfig()
const node = await startNode(config, operations)
giveBackMemory()
installLastResort({ log: node.assembly.log, drain: node.drain, close: node.close })
stopOnSignal(node, config.DRAIN_SECONDS)
// Last: whoever waits for this line may end it right after.
console.log(`Baton is listening at ${node.address}`)
