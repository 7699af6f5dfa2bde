import type { Output } from '@baton/client'
import { useRouterState } from '@tanstack/react-router'
import { useRead } from '../../../data/reads.ts'
import { readSearch, type Filters, type WorkSearch } from './search.ts'
import { useWork } from './work.ts'

export type View = Output<'listViews'>['items'][number]
export type Layout = View['layout']

/** A saved view as URL state. */
export function searchOf(view: View): WorkSearch {
  const { leased, assignee_agent, ...rest } = view.filters as Record<string, unknown>
  // Lists in the URL are comma-separated.
  const given = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]))
  const read = readSearch({
    ...given,
    held: leased,
    agent: assignee_agent,
    group: view.group_by,
    sort: view.sort,
  })
  return { ...read, view: view.id }
}

const sorted = (filters: Filters) => JSON.stringify(Object.entries(filters).toSorted(([a], [b]) => a.localeCompare(b)))

/** Whether the URL differs from the view it came from. */
function differs(view: View, layout: Layout, { filters, group, sort }: WorkSearch): boolean {
  const kept = searchOf(view)
  return layout !== view.layout || group !== kept.group || sort !== kept.sort || sorted(filters) !== sorted(kept.filters)
}

export const fieldsOfView = (project: string, layout: Layout, { filters, group, sort }: WorkSearch) => ({
  layout,
  group_by: group,
  sort,
  filters: { project, ...filters },
})

export function useLayout(): Layout {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return (['board', 'list', 'timeline', 'tree'] as const).find((one) => path.endsWith(`/${one}`)) ?? 'board'
}

/** The open view, if the screen no longer matches what it holds. */
export function useModified(): View | undefined {
  const { slug, search } = useWork()
  const layout = useLayout()
  const { data } = useRead('listViews', { project: slug })
  const view = data?.items.find((one) => one.id === search.view)
  return view && differs(view, layout, search) ? view : undefined
}
