/** What one run costs this thread, in milliseconds of processor time. The lowest of a few runs: the others were disturbed. */
function costOf(work: () => unknown): number {
  let least = Infinity
  for (let run = 0; run < 3; run++) {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
    // Whatever takes a second is slow enough to be judged by one run.
    if (least > 1000) break
  }
  return least
}

/** Below this, a comparison says more about the machine than about the work. */
const noise = 15

/**
 * How many times as much processor time `hostile` takes as `plain`, the same work on harmless text of the same length. Processor time, because
 * a loaded machine changes the time on the clock and leaves this alone.
 */
export const timesAsCostly = (hostile: () => unknown, plain: () => unknown): number => costOf(hostile) / Math.max(noise, costOf(plain))
