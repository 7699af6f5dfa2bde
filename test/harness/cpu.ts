/** The CPU time of this process in milliseconds while `work` runs: about the same on a busy machine, because waiting isn't counted. */
export function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

let measured: number | undefined

/** The CPU time of a fixed piece of work: half a second or so. Tests compare with it, so that no limit depends on the machine. */
export const yardstick = (): number =>
  (measured ??= cpuOf(() => Array.from({ length: 500_000 }, (_, place) => `${(place * 7919) % 500_009}`).toSorted()))

/** The most CPU time that one turn of the event loop takes while `work` runs: for so long nobody else is answered. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [longest, over] = [0, false]
  const running = work().finally(() => (over = true))
  for (let before = process.cpuUsage(); !over; before = process.cpuUsage()) {
    await new Promise((resolve) => setImmediate(resolve))
    const { user, system } = process.cpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
  }
  await running
  return longest
}

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
