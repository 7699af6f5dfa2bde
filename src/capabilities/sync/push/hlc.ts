const width = 13
/** How far ahead of the server a device's clock may run before it is set back. */
const ahead = 60_000

/** As `Hlc` has it: text that sorts by time. */
export const toHlc = (milliseconds: number, counter = 0): string =>
  `${String(Math.max(0, Math.trunc(milliseconds))).padStart(width, '0')}-${Math.min(counter, 0xffff).toString(16).padStart(4, '0')}`

/** A clock that runs ahead would win over everybody: it counts as the server's own and a minute at most. */
export function clampHlc(hlc: string, now: number): string {
  const latest = toHlc(now + ahead, 0xffff)
  return hlc > latest ? latest : hlc
}
