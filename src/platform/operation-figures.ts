import { Histogram } from 'prom-client'
import { BoundedCounter } from './bounded-counter.ts'
import { metrics } from './metrics.ts'

const operations = new BoundedCounter({
  name: 'baton_operations_total',
  help: 'Operations, by door and outcome',
  labels: ['operation', 'door', 'outcome'],
  most: 1_200,
  beyond: { operation: 'other' },
})
const seconds = new Histogram({
  name: 'baton_operation_seconds',
  help: 'Time of operations, by door, whether they read or write, and whether they failed on our side',
  labelNames: ['door', 'kind', 'result'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
})
// As for requests: the first failure of a process has to be an increase.
for (const door of ['rest', 'mcp', 'websocket', 'worker'])
  for (const kind of ['read', 'write']) for (const result of ['ok', 'failed']) seconds.zero({ door, kind, result })

/** How an operation ended; `failed` if that is our fault: it broke, or something it needs was away. */
export function countOperation(
  { operation, door, reads }: { operation: string; door: string; reads: boolean },
  { outcome, failed }: { outcome: string; failed: boolean },
  started: number,
): void {
  operations.inc({ operation, door, outcome })
  const result = failed ? 'failed' : outcome === 'ok' || outcome === 'dry_run' ? 'ok' : 'refused'
  seconds.observe({ door, kind: reads ? 'read' : 'write', result }, (performance.now() - started) / 1000)
}
