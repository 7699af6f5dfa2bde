import type { Output } from '@baton/client'
import { queries, useRead } from '../../data/reads.ts'

/** A task, story or epic with all that is on its page. */
export type Item = Output<'getItem'>

/** Keys are upper case; an id stays as it is. */
const spelled = (name: string): string => (/^[a-z][a-z0-9]*-\d+$/i.test(name) ? name.toUpperCase() : name)

export const useItem = (name: string) => useRead('getItem', { item: spelled(name) })

/** Shows a change on every open page of the item before the server has answered. */
export function showItem(organization: string, id: string, fields: Partial<Item>): void {
  queries.setQueriesData<Item>({ predicate: ({ queryKey: [org, name] }) => org === organization && name === 'getItem' }, (before) =>
    before?.id === id ? { ...before, ...fields } : before,
  )
}

export const isClosed = (status: Item['status']): boolean => status === 'complete' || status === 'cancelled'
