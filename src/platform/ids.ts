import { randomUUIDv7 } from 'node:crypto'
import { systemClock, type Clock } from './clock.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const maxCount = 0x1000
let clock: Clock = systemClock
let time = 0
let count = 0

/** Ids of all processes sort together, so a process takes their time from the clock that it shares with the others. */
export function stampIdsBy(shared: Clock): void {
  clock = shared
  // What an own clock that is ahead has given out doesn't count.
  time = 0
}

/** A UUIDv7. The ids of one process increase even within a millisecond, so sorting by id is sorting by creation. */
export function newId(): string {
  const id = randomUUIDv7()
  const now = clock.now().getTime()
  // The twelve bits after the time are a counter. It starts at a random value in its lower half, so that a millisecond rarely uses it up.
  if (now > time) [time, count] = [now, Number.parseInt(id.slice(15, 18), 16) >> 1]
  else if (++count === maxCount) [time, count] = [time + 1, 0]
  const stamp = time.toString(16).padStart(12, '0')
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${count.toString(16).padStart(3, '0')}${id.slice(18)}`
}

export const isId = (text: string): boolean => uuid.test(text)
