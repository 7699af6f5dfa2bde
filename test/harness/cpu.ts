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
