import { lazy } from 'react'

const delays = [500, 1000, 2000]

/** A part of the page that is fetched when it is first shown. Without a connection it waits for one: a missing part must not take the page with it. */
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
