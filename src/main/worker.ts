import { constants, setPriority } from 'node:os'
import { PgBoss } from 'pg-boss'
import { operations } from '../capabilities/operations.ts'
import { readConfig } from '../platform/config.ts'
import { loginAs } from '../platform/database-login.ts'
import { startTracing } from '../platform/tracing.ts'
import { createWebhookSender } from '../platform/webhook-sender.ts'
import { deliverWebhooks } from '../worker/deliveries.ts'
import { workOn } from '../worker/jobs.ts'
import { readLogs } from '../worker/log-readers.ts'
import { recoverLostJobs } from '../worker/lost-jobs.ts'
import { holdSlackSockets } from '../worker/slack-sockets.ts'
import { scheduleAll } from '../worker/schedules.ts'
import { lookForWhatIsDue } from '../worker/when-due.ts'
import { assemble } from './assemble.ts'
import { createHealth } from './health.ts'
import { showFigures } from './instance-figures.ts'
import { installLastResort } from './last-resort.ts'
import { giveBackMemory } from './settle.ts'
import { listenForOperators } from './worker-port.ts'

// Requests go first where server and worker share a machine. Threads that start later inherit this priority.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const config = readConfig()
const stopTracing = await startTracing(config, 'baton-worker')
const assembly = await assemble(config)
const { kernel, hints, log } = assembly
const health = await createHealth(assembly)
showFigures(assembly, operations)
const operators = await listenForOperators(assembly, health)
// Idle connections stay open longer than the interval between two looks at the queues.
const connection = { ...loginAs(config, 'baton_jobs'), idleTimeoutMillis: 90_000 }
const boss = new PgBoss({
  ...connection,
  schema: 'jobs',
  max: 4,
  migrate: false,
  createSchema: false,
  // `recoverLostJobs` triggers it as soon as a job has lost its worker.
  superviseIntervalSeconds: 300,
  monitorIntervalSeconds: 10,
  cronWorkerIntervalSeconds: 30,
  // No job depends on another.
  flowIntervalSeconds: 3_600,
  queueCacheIntervalSeconds: 3_600,
  // Finished jobs are removed every five minutes instead of once a day.
  maintenanceIntervalSeconds: 300,
})
boss.on('error', (error) => log.warn({ err: error }, 'jobs'))
await boss.start()
await scheduleAll(boss)
const jobs = await workOn(boss, kernel, hints, operations.values())
const lost = recoverLostJobs(boss, kernel, hints)
const due = lookForWhatIsDue(boss, kernel, hints)
const deliveries = deliverWebhooks(
  kernel,
  operations,
  createWebhookSender({ timeoutSeconds: config.WEBHOOK_TIMEOUT_SECONDS, allowPrivate: config.PRIVATE_ADDRESSES === 'allow' }),
)
const readers = await readLogs(kernel, hints, operations, deliveries)
const slack = holdSlackSockets(kernel, operations)
giveBackMemory()
console.log(`The worker is taking jobs${operators.address ? `; health and metrics at ${operators.address}` : ''}`)

async function close(): Promise<void> {
  health.drain()
  await Promise.all([jobs.close(), lost.close(), due.close(), readers.close(), deliveries.close(), slack.close()])
  await boss.stop({ graceful: true, timeout: 10_000 })
  await operators.close()
  await health.close()
  await assembly.close()
  await stopTracing()
}
installLastResort({ log, drain: () => health.drain(), close })

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await close()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
