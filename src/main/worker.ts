import { PgBoss } from 'pg-boss'
import { operations } from '../capabilities/operations.ts'
import { readConfig } from '../platform/config.ts'
import { roleUrl } from '../platform/postgres.ts'
import { startTracing } from '../platform/telemetry.ts'
import { workOn } from '../worker/jobs.ts'
import { scheduleAll } from '../worker/schedules.ts'
import { assemble } from './assemble.ts'

const config = readConfig()
const stopTracing = startTracing(config.OTEL_EXPORTER_OTLP_ENDPOINT)
const { kernel, log, close } = await assemble(config)
const boss = new PgBoss({
  connectionString: roleUrl(config, 'baton_jobs'),
  schema: 'jobs',
  migrate: false,
  createSchema: false,
  // A dead worker's jobs must be another's within 45 s: heartbeat 15 s, looked at every 5 s.
  superviseIntervalSeconds: 5,
  monitorIntervalSeconds: 5,
})
boss.on('error', (error) => log.warn({ err: error }, 'jobs'))
await boss.start()
await scheduleAll(boss)
await workOn(boss, kernel, operations.values())
console.log('The worker is taking jobs')

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await boss.stop({ graceful: true, timeout: 10_000 })
  await close()
  await stopTracing()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
