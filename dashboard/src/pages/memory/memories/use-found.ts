import { useDeferredValue } from 'react'
import { useList, useRead } from '../../../data/reads.ts'
import { useMemorySearch, type Hit, type Memory } from './memory-search-state.ts'

export interface Found {
  rows: readonly Memory[]
  /** Search hits in their order; null without a query. */
  hits: readonly Hit[] | null
  count: string | undefined
  note: string | null
  hybrid: boolean
  error: Error | null
  again(): void
  loading: boolean
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown }
  placeOf(id: string): number | null
}

const fewSimilar = 2

/** Of what holds none of the words and can't be trusted either, only what comes closest, last. */
function legible(hits: readonly Hit[]): Hit[] {
  const isTold = ({ confidence, why }: Hit) => confidence !== 'unsure' || why.text.length > 0
  return [...hits.filter(isTold), ...hits.filter((hit) => !isTold(hit)).slice(0, fewSimilar)]
}

/** The newest memories, or the hits of a query, with the filters of the URL. */
export function useFound(slug: string | undefined): Found {
  const [{ q = '', agent, scope, trust, state, pinned }] = useMemorySearch()
  const asked = useDeferredValue(q.trim())
  const whose = slug ? { project: slug } : agent ? { agent } : {}
  const list = useList(
    'listMemories',
    { ...whose, ...(scope && { scope }), ...(state && { state }), ...(pinned && { pinned }), limit: 50 },
    { enabled: asked === '' },
  )
  const search = useRead('searchMemory', { query: asked, ...whose, limit: 50 }, { enabled: asked !== '' })
  const wanted = (one: Memory) => (!trust || one.trust === trust) && (!scope || one.scope === scope) && (!pinned || one.pinned)
  const hits = asked === '' ? null : legible((search.data?.items ?? []).filter(wanted))
  const rows = hits ?? list.items.filter(wanted)
  const whole = asked === '' ? list.data !== undefined && !list.hasNextPage : search.data !== undefined
  return {
    rows,
    hits,
    count: asked === '' ? (list.data === undefined ? undefined : `${rows.length}${whole ? '' : '+'}`) : undefined,
    note: search.data?.note ?? null,
    hybrid: search.data?.mode === 'hybrid',
    error: asked === '' ? list.error : search.error,
    again: () => void (asked === '' ? list.refetch() : search.refetch()),
    loading: asked === '' ? list.data === undefined : search.data === undefined,
    list,
    placeOf: (id) => {
      const at = hits?.findIndex((one) => one.id === id) ?? -1
      return at < 0 ? null : at + 1
    },
  }
}
