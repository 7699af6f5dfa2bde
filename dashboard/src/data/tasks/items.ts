import type { Output } from '@baton/client'
import { useMemo } from 'react'
import { useOrganization } from '../organization.ts'
import { queries, useRead } from '../reads.ts'
import { useStore } from '../store.ts'
import { outbox } from '../writes/outbox.ts'
import { applyPatch, type Task } from './task-patch.ts'

/** A task, story or epic with everything its page shows. */
export type Item = Output<'getItem'>

/** Normalizes keys to uppercase; ids stay as they are. */
const spelled = (name: string): string => (/^[a-z][a-z0-9]*-\d+$/i.test(name) ? name.toUpperCase() : name)

/** An item with pending writes already applied. */
export function useItem(name: string) {
  const organization = useOrganization()
  const read = useRead('getItem', { item: spelled(name) })
  const pending = useStore(outbox)
  const item = read.data
  const data = useMemo(() => {
    const shown = new Map<string, Task>(item && [[item.id, item]])
    for (const { organization: where, patch, refused } of pending)
      if (patch && !patch.remove && where === organization && refused === undefined) applyPatch(shown, patch)
    return item && (shown.get(item.id) as Item)
  }, [item, pending, organization])
  return { ...read, data }
}

/** Patches the cached item; the server's own version replaces it with the next event or read. */
export function showItem(organization: string, id: string, fields: Partial<Item>): void {
  queries.setQueriesData<Item>({ predicate: ({ queryKey: [org, name] }) => org === organization && name === 'getItem' }, (before) =>
    before?.id === id ? { ...before, ...fields } : before,
  )
}
