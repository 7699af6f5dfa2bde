import type { Name } from '@baton/client'
import { useEffect } from 'react'
import { affectedBy } from '../affected.ts'
import { follow } from './live.ts'
import { isFor, queries, readAgain } from '../reads.ts'
import { applyTaskEvent, reloadTasks } from '../tasks/tasks.ts'

/** Keeps everything on the screen current with the log of the organization. */
export function useLive(organization: string): void {
  useEffect(() => {
    const old = new Set<Name>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      timer = undefined
      readAgain(organization, new Set(old))
      old.clear()
    }
    const stop = follow(organization, {
      event(event) {
        applyTaskEvent(organization, event)
        for (const name of affectedBy(event.type)) old.add(name)
        timer ??= setTimeout(flush, 150)
      },
      resync() {
        reloadTasks(organization)
        void queries.invalidateQueries({ predicate: ({ queryKey }) => isFor(organization, queryKey) })
      },
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [organization])
}
