import type { Name } from '@baton/client'
import { useEffect } from 'react'
import { follow } from './live.ts'
import { isFor, queries, readAgain, readWatchedAgain } from '../reads.ts'
import { applyTaskEvent, reloadTasks } from '../tasks/tasks.ts'

/** What an event makes stale is needed with the first event, not to paint a page. A build that is gone cannot say; then everything may be. */
const readsAffected = (organization: string, change: string): Promise<readonly Name[]> =>
  import('@baton/client/affected').then(
    ({ affected }) => affected[change] ?? [],
    () => {
      void queries.invalidateQueries({ predicate: ({ queryKey }) => isFor(organization, queryKey) })
      return []
    },
  )

/** Keeps everything on the screen current with the log of the organization. */
export function useLive(organization: string): void {
  useEffect(() => {
    const old = new Set<Name>()
    let stopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      timer = undefined
      readAgain(organization, new Set(old))
      old.clear()
    }
    const changed = new Set<Name>()
    // A tab that nobody looks at need not read with every tool call: it does so when somebody does.
    const catchUp = () => {
      if (document.visibilityState === 'hidden' || changed.size === 0) return
      readWatchedAgain(organization, new Set(changed))
      changed.clear()
    }
    document.addEventListener('visibilitychange', catchUp)
    const stop = follow(organization, {
      async event(event) {
        applyTaskEvent(organization, event)
        for (const name of await readsAffected(organization, event.type)) old.add(name)
        if (!stopped) timer ??= setTimeout(flush, 150)
      },
      async changed(change) {
        for (const name of await readsAffected(organization, change)) changed.add(name)
        if (!stopped) catchUp()
      },
      resync() {
        reloadTasks(organization)
        void queries.invalidateQueries({ predicate: ({ queryKey }) => isFor(organization, queryKey) })
      },
    })
    return () => {
      stopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', catchUp)
      stop()
    }
  }, [organization])
}
