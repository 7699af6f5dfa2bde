import { connection } from '../data/live/connection.ts'
import { createStore } from '../data/store.ts'

const delays = [500, 1000, 2000]
/** How long to wait before looking whether the server is back, as no event says so. */
const lookAgain = 5000

/** How many parts of the page wait for a connection, because this device doesn't have their files yet. */
export const partsMissing = createStore(0)

/** The server answers, but no longer has this file: another version has been deployed. */
export class PartGone extends Error {}

const entry = (page: Document): string => page.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src') ?? ''

/** Whether the server can be reached, and whether it still serves the version this page belongs to. */
async function serverHas(): Promise<'nothing' | 'this' | 'another'> {
  if (!navigator.onLine) return 'nothing'
  try {
    const answer = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' })
    if (!answer.ok) return 'nothing'
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    return entry(page) === entry(document) ? 'this' : 'another'
  } catch {
    return 'nothing'
  }
}

/** Until there may be a connection again. */
const reconnected = () =>
  new Promise<void>((resolve) => {
    const ends = new AbortController()
    const end = () => {
      ends.abort()
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, lookAgain)
    const stop = connection.subscribe(() => connection.get() === 'live' && end())
    addEventListener('online', end, { signal: ends.signal })
  })

/** Loads a part of the code: again after a failure, and without a connection as soon as there is one. Rejects if the server no longer has it. */
export async function loadPart<T>(load: () => Promise<T>, onMissing?: () => void): Promise<T> {
  const left = [...delays]
  let missing = false
  try {
    while (true) {
      try {
        return await load()
      } catch (error) {
        const has = await serverHas()
        if (has === 'nothing') {
          if (!missing) partsMissing.set((before) => before + 1)
          missing = true
          onMissing?.()
          await reconnected()
          continue
        }
        const delay = left.shift()
        if (has === 'another' || delay === undefined) throw new PartGone('A new version is ready.', { cause: error })
        await new Promise((resolve) => setTimeout(resolve, delay))
      }
    }
  } finally {
    if (missing) partsMissing.set((before) => before - 1)
  }
}
