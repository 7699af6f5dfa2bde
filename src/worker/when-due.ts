import type { PgBoss } from 'pg-boss'
import { sweeps } from '../capabilities/administration/sweeps/what-is-due.ts'
import type { Kernel } from '../kernel/execute.ts'
import type { Hints } from '../platform/redis.ts'

const tickEvery = 5_000

/** Enqueues each sweep's job when its query finds something to do; if several workers find it, `singletonSeconds` lets one of them enqueue it. */
export function lookForWhatIsDue(boss: PgBoss, kernel: Kernel, hints: Hints): { close(): Promise<void> } {
  const next = new Map<string, number>()
  let closed = false
  const look = async (): Promise<void> => {
    for (const [name, { everySeconds, find }] of Object.entries(sweeps)) {
      const now = performance.now()
      if (closed || now < (next.get(name) ?? 0)) continue
      next.set(name, now + everySeconds * 1000)
      const input = await find(kernel).catch((error: unknown) => {
        kernel.report(error, name)
        return null
      })
      if (!input) continue
      await boss.send(name, input, { singletonSeconds: Math.ceil(everySeconds / 2) })
      hints.publish('jobs', name)
    }
  }
  let looking: Promise<void> | null = null
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => kernel.report(error, 'lookForWhatIsDue'))
      .finally(() => (looking = null))
  }, tickEvery)
  return {
    async close() {
      closed = true
      clearInterval(timer)
      await looking
    },
  }
}
