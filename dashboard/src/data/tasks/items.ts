import type { Output } from '@baton/client'
import { useMemo } from 'react'
import { useOrganization } from '../organization.ts'
import { queries, useRead } from '../reads.ts'
import { useStore } from '../store.ts'
import { outbox } from '../writes/outbox.ts'
import { applyPatch, type Task } from './task-patch.ts'

/** A task, story or epic with all that is on its page. */
export type Item = Output<'getItem'>

/** Keys are upper case; an id stays as it is. */
const spelled = (name: string): string => (/^[a-z][a-z0-9]*-\d+$/i.test(name) ? name.toUpperCase() : name)

/** An item with what is still on its way to the server already done. */
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

/** Changes what was read of an item, on every open page of it; the server's own comes with the next event or read. */
export function showItem(organization: string, id: string, fields: Partial<Item>): void {
  queries.setQueriesData<Item>({ predicate: ({ queryKey: [org, name] }) => org === organization && name === 'getItem' }, (before) =>
    before?.id === id ? { ...before, ...fields } : before,
  )
}
