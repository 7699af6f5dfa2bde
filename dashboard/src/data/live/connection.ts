import { createStore } from '../store.ts'

/** `live`: events arrive. `connecting`: reads work, events may be late. `offline`: nothing reaches the server. */
export const connection = createStore<'live' | 'connecting' | 'offline'>(navigator.onLine ? 'connecting' : 'offline')

/** Until when the server wants no more requests; 0 while it takes them. */
export const slowedUntil = createStore(0)

let timer: ReturnType<typeof setTimeout> | undefined
export function slowDown(seconds: number): void {
  const until = Math.max(slowedUntil.get(), Date.now() + Math.max(1, seconds || 1) * 1000)
  slowedUntil.set(until)
  clearTimeout(timer)
  timer = setTimeout(() => slowedUntil.set(0), until - Date.now())
}
