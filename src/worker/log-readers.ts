import { organizationsBehind, type Reader } from '../capabilities/activity/follow-log.ts'
import { system } from '../kernel/context.ts'
import { execute, type Kernel } from '../kernel/execute.ts'
import type { Operation } from '../kernel/operation.ts'
import type { Hints } from '../platform/redis.ts'

/** Which operation takes each reader forward; it answers `{ more }`. */
const readers: Record<Reader, string> = { notifications: 'notifyFromLog', webhooks: 'queueDeliveries' }

const pause = 200
const sweepEvery = 15_000

/**
 * Takes the log's readers forward: at once after a hint, and every few seconds for what a lost hint left behind. Bursts of
 * an organization are taken together, and several workers share the work without doing any of it twice.
 */
export async function readLogs(
  kernel: Kernel,
  hints: Hints,
  operations: ReadonlyMap<string, Operation>,
): Promise<{ close(): Promise<void> }> {
  const waiting = new Map<string, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  let closed = false

  const advance = async (org: string, operation: Operation): Promise<void> => {
    try {
      while (!closed) {
        const { more } = (await execute(kernel, operation, system(org), {}, { door: 'worker' })) as { more: boolean }
        if (!more) return
      }
    } catch {
      // execute() has reported it; the sweep comes back to this organization.
    }
  }
  const forward = async (org: string, only?: Reader): Promise<void> => {
    for (const [reader, name] of Object.entries(readers)) {
      const operation = operations.get(name)
      if (operation && (!only || reader === only)) await advance(org, operation)
    }
  }
  const track = (work: Promise<void>) => {
    running.add(work)
    void work.finally(() => running.delete(work))
  }
  const soon = (org: string) => {
    if (closed || waiting.has(org)) return
    const timer = setTimeout(() => {
      waiting.delete(org)
      track(forward(org))
    }, pause)
    waiting.set(org, timer)
  }
  const sweep = async (): Promise<void> => {
    for (const reader of Object.keys(readers) as Reader[]) {
      const orgs = await organizationsBehind(kernel.database, reader)
      for (const org of orgs) if (!closed) await forward(org, reader)
    }
  }
  const sweepSafely = () => track(sweep().catch((error: unknown) => kernel.report(error, 'readLogs')))

  await hints.subscribe('news:*', (_, channel) => soon(channel.slice('news:'.length)))
  sweepSafely()
  const timer = setInterval(sweepSafely, sweepEvery)
  return {
    async close() {
      closed = true
      clearInterval(timer)
      for (const waiter of waiting.values()) clearTimeout(waiter)
      await Promise.all(running)
    },
  }
}
