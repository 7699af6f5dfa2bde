import type { Output } from '@baton/client'
import { readSearch, type Filters, type WorkSearch } from './search.ts'

export type View = Output<'listViews'>['items'][number]
export type Layout = View['layout']

const list = (value: unknown): string[] | undefined => (value === undefined ? undefined : [value].flat().map(String))

/** A saved view as an address. */
export function searchOf(view: View): WorkSearch {
  const { status, priority, label, leased, assignee_agent, ...rest } = view.filters as Record<string, unknown>
  const read = readSearch({
    ...rest,
    status: list(status)?.join(','),
    priority: list(priority)?.join(','),
    label: list(label)?.join(','),
    held: leased,
    agent: assignee_agent,
    group: view.group_by,
    sort: view.sort,
  })
  return { ...read, view: view.id }
}

const sorted = (filters: Filters) => JSON.stringify(Object.entries(filters).toSorted(([a], [b]) => a.localeCompare(b)))

/** Whether the address says something else than the view it came from. */
export function differs(view: View, layout: Layout, { filters, group, sort }: WorkSearch): boolean {
  const kept = searchOf(view)
  return layout !== view.layout || group !== kept.group || sort !== kept.sort || sorted(filters) !== sorted(kept.filters)
}

export const fieldsOfView = (project: string, layout: Layout, { filters, group, sort }: WorkSearch) => ({
  layout,
  group_by: group,
  sort,
  filters: { project, ...filters },
})
