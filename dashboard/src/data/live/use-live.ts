import type { Name } from '@baton/client'
import { useEffect } from 'react'
import { follow } from './live.ts'
import { lose, noteChanged, onOlderAnswer, type Log } from './positions.ts'
import { isFor, queries, readAfterReturn, readAgain, readWatchedAgain, type Changes } from '../reads.ts'
import { applyBesideTask, applyTaskEvent, reloadTasks } from '../tasks/tasks.ts'

type Affected = Readonly<Record<string, readonly Name[]>>

/** Loaded with the first event, as no page needs it to render. If the chunk of this build is gone, everything counts as stale. */
const loadAffected = (organization: string): Promise<Affected> =>
  import('@baton/client/affected').then(
    ({ affected }) => affected,
    () => {
      readAllAgain(organization)
      return {}
    },
  )
const readsAffected = async (organization: string, change: string): Promise<readonly Name[]> =>
  (await loadAffected(organization))[change] ?? []

const loadPatches = () => import('./patch-agents.ts')
const ignore = () => {}

function readAllAgain(organization: string): void {
  lose(organization)
  reloadTasks(organization)
  void queries.invalidateQueries({ predicate: ({ queryKey }) => isFor(organization, queryKey) })
}

/** Keeps everything on screen up to date with the organization's log and the user's own. */
export function useLive(organization: string): void {
  useEffect(() => {
    const old: Changes = new Map()
    let stopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      timer = undefined
      readAgain(organization, new Map(old))
      old.clear()
    }
    const changed = new Set<Name>()
    // A hidden tab does not refetch with every tool call; it catches up when it becomes visible.
    const catchUp = () => {
      if (document.visibilityState === 'hidden' || changed.size === 0) return
      readWatchedAgain(organization, new Set(changed))
      changed.clear()
    }
    document.addEventListener('visibilitychange', catchUp)
    onOlderAnswer(() => readAllAgain(organization))
    const stop = follow(organization, {
      async event(event, log: Log) {
        applyTaskEvent(organization, event)
        const names = await readsAffected(organization, event.type)
        noteChanged(organization, log, names, event.seq)
        if (names.includes('listBoardRows') && !event.type.startsWith('task.')) applyBesideTask(organization, event)
        for (const name of names) if (name !== 'listAgentsAtWork') old.set(name, { ...old.get(name), [log]: event.seq })
        if (names.includes('listAgentsAtWork'))
          void loadPatches().then(({ patchAfterEvent }) => patchAfterEvent(organization, event), ignore)
        if (!stopped) timer ??= setTimeout(flush, 150)
      },
      async changed(change, told, calls) {
        const affected = await loadAffected(organization)
        if (stopped) return
        const names = affected[change] ?? []
        if (told === 'on return') {
          const followed = new Set(Object.values(affected).flat())
          return readAfterReturn(organization, (name) => names.includes(name) || !followed.has(name))
        }
        // The calls are in the frame itself, so nothing needs to be read.
        if (calls) void loadPatches().then(({ patchCalls }) => patchCalls(organization, calls), ignore)
        for (const name of names) if (!calls || name !== 'listAgentsAtWork') changed.add(name)
        catchUp()
      },
      resync: () => readAllAgain(organization),
    })
    return () => {
      stopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', catchUp)
      stop()
    }
  }, [organization])
}
