/** More waits than could be done in a reasonable time. */
export class QueueFull extends Error {
  readonly code = '53300'
  constructor() {
    super('too much of this work is waiting already')
  }
}

/**
 * Runs a few pieces of work at once and lets the rest wait in order. What takes a thread of Node's pool for long (hashing, pictures)
 * would otherwise take all of them, and DNS, files and new database connections need the same threads.
 */
export function createWorkQueue(atOnce: number, mostWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw new QueueFull()
      await new Promise<void>((resolve) => void waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      // The place goes to whoever waits longest, so nobody overtakes.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
