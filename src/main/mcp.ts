import { operations } from '../capabilities/operations.ts'
import { readConfig } from '../platform/config.ts'
import { installLastResort } from './last-resort.ts'
import { startMcpNode } from './mcp-node.ts'
import { stopOnSignal } from './stop-on-signal.ts'

// Its DATABASE_URL contains the password of baton_app, so it does not hold the key from which all passwords are derived.
const config = readConfig({ ...process.env, DATABASE_KEY_FILE: '', DATABASE_KEY: 'this process does not hold the DATABASE_KEY' })
const node = await startMcpNode(config, operations)
installLastResort({ log: node.log, drain: node.drain, close: node.close })
stopOnSignal(node, config.DRAIN_SECONDS)
// Last: whoever waits for this line may end it right after.
console.log(`Baton's MCP door is listening at ${node.address}`)
