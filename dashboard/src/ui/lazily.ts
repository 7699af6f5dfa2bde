import { lazy } from 'react'

const delays = [500, 1000, 2000]

/** `lazy` with retries. Offline, it waits for a connection: a chunk that can't be loaded must not take the whole page down. */
export const lazily: typeof lazy = (load) => lazy(() => untilLoaded(load))

async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await load()
    } catch (error) {
      const delay = delays[retries]
      if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
      else if (delay === undefined) throw error
      else await new Promise((resolve) => setTimeout(resolve, delay))
    }
  }
}
