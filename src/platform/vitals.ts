import { Counter, Gauge } from 'prom-client'
import { metrics } from './telemetry.ts'

type Reading = Iterable<readonly [labels: Record<string, string>, value: number]>
type Source = () => Reading | Promise<Reading>

/** A gauge that asks its sources when somebody scrapes. Sources of one process add up: a test runs several nodes in one. */
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
