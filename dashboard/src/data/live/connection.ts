import { createStore } from '../store.ts'

/** `live`: events arrive. `connecting`: reads work, but events may be late. `offline`: the server can't be reached. */
export const connection = createStore<'live' | 'connecting' | 'offline'>(navigator.onLine ? 'connecting' : 'offline')

/** When the rate limit ends, in epoch milliseconds; 0 while requests are accepted. */
export const slowedUntil = createStore(0)

let timer: ReturnType<typeof setTimeout> | undefined
export function slowDown(seconds: number): void {
  const until = Math.max(slowedUntil.get(), Date.now() + Math.max(1, seconds || 1) * 1000)
  slowedUntil.set(until)
  clearTimeout(timer)
  timer = setTimeout(() => slowedUntil.set(0), until - Date.now())
}
