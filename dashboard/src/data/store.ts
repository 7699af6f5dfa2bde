import { useSyncExternalStore } from 'react'

export interface Store<T> {
  get(): T
  set(next: T | ((before: T) => T)): void
  subscribe(listener: () => void): () => void
}

/** A value that components can watch. */
export function createStore<T>(first: T): Store<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      const after = next instanceof Function ? next(value) : next
      if (Object.is(after, value)) return
      value = after
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get)
