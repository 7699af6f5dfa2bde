import { organizationsBehind, type Reader } from '../capabilities/log/follow-log.ts'
import type { OperationName, Operations } from '../capabilities/operations.ts'
import { instanceLog } from '../kernel/audit.ts'
import { system } from '../kernel/context.ts'
import { execute, type Kernel } from '../kernel/execute.ts'
import type { Hints } from '../platform/redis.ts'
import type { Deliveries } from './deliveries.ts'

/** The operation that advances each reader; it returns `{ more }`. */
const operationOf = { notifications: 'notifyFromLog', webhooks: 'queueDeliveries' } as const satisfies Record<Reader, OperationName>
const readers = Object.keys(operationOf) as Reader[]

const pause = 200
const sweepEvery = 15_000

/**
 * Advances the log's readers: at once after a hint, and every few seconds to catch up after lost hints. Bursts of an organization are batched,
 * and several workers share the work without doing any of it twice.
 */
export async function readLogs(
  kernel: Kernel,
  hints: Hints,
  operations: Operations,
  deliveries: Pick<Deliveries, 'look'>,
): Promise<{ close(): Promise<void> }> {
  const waiting = new Map<string, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  let closed = false

  const advance = async (org: string, reader: Reader): Promise<void> => {
    try {
      while (!closed) {
        const { more } = await execute(kernel, operations.get(operationOf[reader]), system(org), {}, { door: 'worker' })
        if (!more) return
      }
    } catch {
      // execute() has reported it; the sweep comes back to this organization.
    }
  }
  const forward = async (org: string, only?: Reader): Promise<void> => {
    for (const reader of readers) if (!only || reader === only) await advance(org, reader)
    if (only !== 'notifications') deliveries.look()
  }
  const track = (work: Promise<void>) => {
    running.add(work)
    void work.finally(() => running.delete(work))
  }
  const soon = (org: string) => {
    // What happens to the instance itself concerns nobody's notifications or webhooks.
    if (closed || org === instanceLog || waiting.has(org)) return
    const timer = setTimeout(() => {
      waiting.delete(org)
      track(forward(org))
    }, pause)
    waiting.set(org, timer)
  }
  let sweptUpTo: string | null = null
  // Continues from window to window while they have work. After one without, the next sweep continues from there.
  const sweep = async (): Promise<void> => {
    for (;;) {
      const { behind, next } = await organizationsBehind(kernel.database, sweptUpTo)
      sweptUpTo = next
      for (const one of behind) for (const reader of one.readers) if (!closed) await forward(one.org_id, reader)
      if (closed || next === null || behind.length === 0) return
    }
  }
  let sweeping = false
  const sweepSafely = () => {
    if (sweeping) return
    sweeping = true
    track(
      sweep()
        .catch((error: unknown) => kernel.report(error, 'readLogs'))
        .finally(() => (sweeping = false)),
    )
  }

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
