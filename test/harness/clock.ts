import { vi } from 'vitest'
import type { Clock } from '../../src/platform/clock.ts'

/** Baton's time in a test. It runs on and can be moved forward; timers and PostgreSQL's now() stay with the machine's time. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void
}

export function createClock(): TestClock {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    advance: (milliseconds) => void (offset += milliseconds),
  }
}

/**
 * Starts something whose intervals never end: whatever it would find by looking again, it can only learn from a hint or a call. That an
 * event arrives there at all shows that it was told, which otherwise only the time it took would show.
 */
export async function withoutIntervals<T>(start: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  try {
    return await start()
  } finally {
    vi.useRealTimers()
  }
}
