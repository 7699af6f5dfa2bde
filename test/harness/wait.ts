import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'

/** Ends a wait that would never end. Nothing is too slow because of it: a busy machine may take most of it. */
export const patience = 90_000
/** At first often and then less so: most waits are short, and a look may cost a connection. */
const pauses = { first: 10, growth: 1.25, longest: 150 }

type Present<T> = Exclude<T, false | 0 | '' | null | undefined>

/**
 * Reads until the value is right and returns it; without `right`, any truthy value is. The error says what was awaited and what was there
 * instead. An error that `read` throws ends the wait.
 */
export function waitFor<T>(what: string, read: () => T | Promise<T>): Promise<Present<T>>
export function waitFor<T>(what: string, read: () => T | Promise<T>, right: (value: T) => boolean, within?: number): Promise<T>
export async function waitFor<T>(
  what: string,
  read: () => T | Promise<T>,
  right: (value: T) => boolean = Boolean,
  within = patience,
): Promise<T> {
  const end = performance.now() + within
  for (let next = pauses.first; ; next = Math.min(next * pauses.growth, pauses.longest)) {
    const value = await read()
    if (right(value)) return value
    if (performance.now() > end) {
      throw new Error(`waited ${within / 1000} s for ${what}; it was still ${inspect(value, { depth: 4, maxStringLength: 2_000 })}`)
    }
    await pause(next)
  }
}

/** Waits for a promise that might never settle, such as the end of a stream. */
export async function settles<T>(what: string, promise: Promise<T>, within = patience): Promise<T> {
  const ending = new AbortController()
  const late = pause(within, undefined, { signal: ending.signal }).then(() => {
    throw new Error(`waited ${within / 1000} s for ${what}`)
  })
  late.catch(() => {})
  return Promise.race([promise, late]).finally(() => ending.abort())
}
