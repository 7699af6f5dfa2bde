import { useNavigate, useSearch } from '@tanstack/react-router'

export interface InsightsSearch {
  days?: number
  from?: string
  to?: string
  agent?: string
  label?: string
  project?: string
  view?: 'tables'
}

/** The URL holds the period, the filters and whether tables are shown. */
export function useInsightsSearch(): [InsightsSearch, (changes: Partial<Record<keyof InsightsSearch, unknown>>) => void] {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as InsightsSearch
  const change = (changes: Partial<Record<keyof InsightsSearch, unknown>>) => {
    const next = Object.fromEntries(Object.entries({ ...search, ...changes }).filter(([, value]) => value !== undefined))
    void navigate({ to: '.', search: next as never, replace: true })
  }
  return [search, change]
}
