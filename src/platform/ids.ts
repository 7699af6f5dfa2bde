import { randomUUIDv7 } from 'node:crypto'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const places = 0x1000
let time = 0
let place = 0

/** A UUIDv7. Those of one process come in order, within a millisecond too: what is sorted by id is in the order it was made. */
export function newId(): string {
  const id = randomUUIDv7()
  const now = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  // The twelve bits behind the time count up; they begin at random in their lower half, so that they last for the millisecond.
  if (now > time) [time, place] = [now, Number.parseInt(id.slice(15, 18), 16) >> 1]
  else if (++place === places) [time, place] = [time + 1, 0]
  const stamp = time.toString(16).padStart(12, '0')
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${place.toString(16).padStart(3, '0')}${id.slice(18)}`
}

export const isId = (text: string): boolean => uuid.test(text)
