import type { Health } from '../doors/rest/raw-routes/health.ts'
import { isOff } from '../platform/database-clock.ts'
import { createProbe } from '../platform/probe.ts'
import { secondWall } from '../platform/provision.ts'
import type { Assembly } from './assemble.ts'

/** What a process reports about itself. `drain` marks it as not ready: call it before anything stops. */
export async function createHealth({
  config,
  kernel,
  hints,
  databaseClock,
}: Assembly): Promise<Health & { drain(): void; close(): Promise<void> }> {
  const probe = createProbe(config)
  let draining = false
  return {
    probe: () => probe.check(),
    clock() {
      if (!databaseClock) return { clock: 'ok' }
      const ahead = databaseClock.ahead()
      if (ahead === null) return { clock: 'unknown' }
      return isOff(ahead) ? { clock: 'off', clock_ahead_seconds: Math.round(ahead * 10) / 10 } : { clock: 'ok' }
    },
    redis: () => hints.ready,
    draining: () => draining,
    secondWall: await secondWall(config),
    get mail() {
      return kernel.services.mail.on
    },
    embeddings: kernel.services.embeddings,
    drain: () => void (draining = true),
    close: () => probe.close(),
  }
}
