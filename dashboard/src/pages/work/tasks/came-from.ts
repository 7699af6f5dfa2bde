import { createStore, useStore } from '../../../data/store.ts'

/** The list one came from, in its order: J and K on a task step through it. */
const list = createStore<{ organization: string; keys: readonly string[] }>({ organization: '', keys: [] })

/** A list reports what it shows, whenever that changes. */
export function comeFrom(organization: string, keys: readonly string[]): void {
  const before = list.get()
  if (before.organization === organization && before.keys.join() === keys.join()) return
  list.set({ organization, keys })
}

interface Neighbours {
  place: number
  of: number
  previous: string | undefined
  next: string | undefined
}

export function neighbours(organization: string, key: string): Neighbours {
  const { organization: where, keys } = list.get()
  const at = where === organization ? keys.indexOf(key) : -1
  if (at < 0) return { place: 0, of: 0, previous: undefined, next: undefined }
  return { place: at + 1, of: keys.length, previous: keys[at - 1], next: keys[at + 1] }
}

export function useNeighbours(organization: string, key: string): Neighbours {
  useStore(list)
  return neighbours(organization, key)
}
