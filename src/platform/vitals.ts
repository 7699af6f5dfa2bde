import { Counter, Gauge, Histogram } from 'prom-client'
import { metrics } from './metrics.ts'

type Reading = Iterable<readonly [labels: Record<string, string>, value: number]>
type Source = () => Reading | Promise<Reading>

/**
 * A gauge that reads its sources on each scrape. Sources of one process add up, because tests run several nodes in one. What no source knows has no
 * sample: a 0 would be a database without room, or one that has lost all of its rows.
 */
function readGauge(name: string, help: string, labelNames: string[] = []): { add(source: Source): () => void } {
  const sources = new Set<Source>()
  const gauge = new Gauge({
    name,
    help,
    labelNames,
    registers: [metrics],
    async collect() {
      const readings = await Promise.all([...sources].map(async (source) => source()))
      gauge.reset()
      if (labelNames.length === 0) gauge.remove({})
      for (const reading of readings) for (const [labels, value] of reading) gauge.inc(labels, value)
    },
  })
  return {
    add(source) {
      sources.add(source)
      return () => void sources.delete(source)
    },
  }
}

export const redisUp = readGauge('baton_redis_up', 'Whether Redis answers; without it live updates are late and limits halved')
export const redisErrors = new Counter({
  name: 'baton_redis_errors_total',
  help: 'Connections to Redis that failed and commands it refused',
  registers: [metrics],
})

export const poolConnections = readGauge(
  'baton_pool_connections',
  'Database connections by role: total, idle, and callers waiting for one',
  ['role', 'state'],
)
export const poolWaitSeconds = new Histogram({
  name: 'baton_pool_wait_seconds',
  help: 'How long a transaction waited for its database connection',
  labelNames: ['role'],
  buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2, 5],
  registers: [metrics],
})

export const openConnections = new Gauge({
  name: 'baton_open_connections',
  help: 'Long-lived connections of users on this node: WebSockets, MCP sessions, listening MCP streams, running exports',
  labelNames: ['kind'],
  registers: [metrics],
})
export const followerLag = readGauge(
  'baton_follower_lag_seconds',
  'How long the slowest log that is followed on this node has waited to be read',
)

export const mails = resultCounter('baton_mails_total', 'Messages given to the mail server, by result', ['sent', 'refused'])
export const webhookAttempts = resultCounter(
  'baton_webhook_attempts_total',
  'Attempts to deliver a webhook: taken with a 2xx, refused with another status, or without an answer',
  ['delivered', 'refused', 'unanswered'],
)
export const fileErrors = new Counter({
  name: 'baton_file_errors_total',
  help: 'Files that could not be stored, read, removed or listed',
  registers: [metrics],
})
export const filesBytes = readGauge('baton_files_bytes', 'Disk of the folder with the files: free and total; nothing for a bucket', [
  'state',
])
export const clockSkew = readGauge(
  'baton_clock_skew_seconds',
  'By how much the clock of this machine is ahead of that of PostgreSQL; negative if it is behind',
)

/** It has all of its series from the start, since Prometheus doesn't count the first value of one as an increase. */
function resultCounter<Result extends string>(name: string, help: string, results: readonly Result[]): (result: Result) => void {
  const counter = new Counter({ name, help, labelNames: ['result'], registers: [metrics] })
  for (const result of results) counter.inc({ result }, 0)
  return (result) => counter.inc({ result })
}

/** Figures of the whole instance, read from the database: the same whichever process is asked. */
export const figures = {
  up: readGauge('baton_figures_up', 'Whether the figures of the instance could be read from the database'),
  ready: readGauge('baton_queue_ready_jobs', 'Jobs that could run now, counted to 10,000', ['queue']),
  oldest: readGauge('baton_queue_oldest_seconds', 'How long the oldest job that could run has been waiting', ['queue']),
  behind: readGauge('baton_log_reader_behind', 'Organizations whose log a reader has not read to its end, counted to 1,000', ['reader']),
  lag: readGauge('baton_log_reader_lag_seconds', 'Age of the oldest event that a reader of the log has not read', ['reader']),
  webhooksDue: readGauge('baton_webhooks_due', 'Webhook deliveries that are due and not sent, counted to 10,000'),
  webhooksOverdue: readGauge('baton_webhooks_overdue_seconds', 'How long the oldest of them is due'),
  unembedded: readGauge('baton_vectors_missing', 'Memories and documents without a vector, counted to 10,000', ['of']),
  setAside: readGauge('baton_vectors_set_aside', 'Memories and documents that a working model could not embed, counted to 10,000', ['of']),
  databaseBytes: readGauge('baton_database_bytes', 'Size of the database'),
  databaseRoom: readGauge('baton_database_room_bytes', 'How large the database may become: DATABASE_ROOM_GB'),
  transactionAge: readGauge(
    'baton_database_transaction_age',
    'Transactions since the oldest row was frozen; at two billion PostgreSQL stops',
  ),
  serverConnections: readGauge('baton_database_server_connections', 'Connections of the whole PostgreSQL server: used, and its limit', [
    'state',
  ]),
  walRetained: readGauge('baton_wal_retained_bytes', 'WAL that a replication slot keeps, of the ten that keep most', ['slot']),
  tableBytes: readGauge('baton_table_bytes', 'The ten largest tables with their indexes, as of their last vacuum or analyze', ['table']),
  deadShare: readGauge('baton_table_dead_share', 'Share of dead rows in the ten worst tables of more than 100,000 rows', ['table']),
  oldestRow: readGauge('baton_retention_oldest_seconds', 'Age of the oldest row of each table with retention', ['table']),
  overdue: readGauge('baton_retention_overdue_seconds', 'How long the oldest row has been kept beyond its time', ['table']),
}
