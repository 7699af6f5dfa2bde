import { BatonError, type Input, type Name, type Output } from '@baton/client'
import { hashKey, QueryClient, type Query, useInfiniteQuery, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { account, clientFor } from './client.ts'
import { answersKept, del, entries, set } from './device.ts'
import { useOrganization } from './organization.ts'
import { readTogether } from './read-together.ts'
import { onAnother } from './current-user.ts'
import { isCurrent, isPositionKept, positionOf, restorePositions, type Log, type Position } from './live/positions.ts'

const minute = 60_000
const maxKept = 400
/** How often a read is retried after 429. */
const maxPatience = 8

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The log says what changed; refetching by age covers what it cannot say.
      staleTime: 5 * minute,
      gcTime: 24 * 60 * minute,
      networkMode: 'offlineFirst',
      refetchOnWindowFocus: false,
      retry: (count, error) =>
        error instanceof BatonError && error.status < 500 ? error.status === 429 && count < maxPatience : count < 2,
      retryDelay: (count, error) => ((error instanceof BatonError && error.retryAfter) || Math.min(30, 2 ** count)) * 1000,
    },
  },
})

onAnother(() => queries.clear())

/** By query hash: the log positions at which the query was read. */
const positions = new Map<string, Position>()
/** Hashes of queries restored from an earlier visit and not refetched since. */
const restored = new Set<string>()

/** Reads and records the log position: at least the one known when the request was made. */
async function readAt<T>(organization: string, key: readonly unknown[], read: () => Promise<T>): Promise<T> {
  const before = positionOf(organization)
  const answer = await read()
  const hash = hashKey(key)
  // Before the first answer no position is known; that answer brings its own.
  positions.set(hash, { ...positionOf(organization), ...before })
  restored.delete(hash)
  return answer
}

type Call = (input: unknown, options: { signal: AbortSignal }) => Promise<unknown>
/** Stands in for the organization in the keys of reads that belong to the user. */
const own = ''
const callOf = (organization: string, name: Name) => (organization === own ? account : clientFor(organization))[name] as Call

export const readKey = (organization: string, name: Name, input: unknown = {}) => [organization, name, input] as const

/** The query options of a read, for a component or for a route that loads before its component. */
export const reading = <N extends Name>(organization: string, name: N, input?: Input<N>) => ({
  queryKey: readKey(organization, name, input),
  queryFn: ({ signal, queryKey }: { signal: AbortSignal; queryKey: readonly unknown[] }) =>
    readAt(organization, queryKey, () => {
      const alone = () => callOf(organization, name)(input ?? {}, { signal })
      return (organization === own ? alone() : readTogether(organization, name, input ?? {}, alone)) as Promise<Output<N>>
    }),
})

interface ReadOptions {
  enabled?: boolean
  /** While on screen, also refetch after changes that are not in the log, which arrive every second while agents work. */
  watch?: boolean
  /** Refetch on every mount: for figures that depend on more than the events in `stale_after`. */
  fresh?: boolean
}

/** Reads an operation in the current organization: cached data at once, then from the server if that is stale. */
export function useRead<N extends Name>(
  name: N,
  input?: Input<N>,
  { watch = false, fresh = false, ...options }: ReadOptions = {},
): UseQueryResult<Output<N>, Error> {
  return useQuery({ ...reading(useOrganization(), name, input), ...options, ...(fresh && { refetchOnMount: 'always' }), meta: { watch } })
}

/** Reads data that belongs to the user. It names no organization, so it works on every URL. */
export function useOwn<N extends Name>(name: N, input?: Input<N>): UseQueryResult<Output<N>, Error> {
  return useQuery(reading(own, name, input))
}

/** The same outside a component, before any log is followed: data restored from an earlier visit may be stale, so it is refetched. */
export const readOwn = <N extends Name>(name: N, input?: Input<N>): Promise<Output<N>> => {
  const read = reading(own, name, input)
  return queries.fetchQuery({ ...read, ...(restored.has(hashKey(read.queryKey)) && { staleTime: 0 }) })
}

interface Page {
  items: unknown[]
  next_cursor: string | null
}
type Paged<N extends Name> = Output<N> extends { items: (infer Item)[] } ? Item : never

/** Reads a paginated list; `items` holds the items of all pages read so far. */
export function useList<N extends Name>(name: N, input: Input<N>, options: { enabled?: boolean } = {}) {
  return usePages(useOrganization(), name, input, options)
}

/** The same for lists that belong to the user. */
export const useOwnList = <N extends Name>(name: N, input: Input<N>) => usePages(own, name, input, {})

function usePages<N extends Name>(organization: string, name: N, input: Input<N>, options: { enabled?: boolean }) {
  const query = useInfiniteQuery({
    queryKey: [...readKey(organization, name, input), 'pages'],
    queryFn: ({ signal, pageParam, queryKey }) =>
      readAt(
        organization,
        queryKey,
        () => callOf(organization, name)({ ...(input as object), ...(pageParam && { cursor: pageParam }) }, { signal }) as Promise<Page>,
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    ...options,
  })
  return { ...query, items: (query.data?.pages.flatMap((page) => page.items) ?? []) as Paged<N>[] }
}

/** Patches a cached answer; the server's own replaces it with the next event or read. */
export const changeOwn = <N extends Name>(name: N, input: Input<N>, change: (before: Output<N>) => Output<N>): void =>
  changeRead(own, name, input, change)

export function changeRead<N extends Name>(organization: string, name: N, input: Input<N>, change: (before: Output<N>) => Output<N>): void {
  queries.setQueryData<Output<N>>(readKey(organization, name, input), (before) => before && change(before))
}

/** Whether the key is of this organization, or of the user's own data. */
export const isFor = (organization: string, key: readonly unknown[]): boolean => key[0] === organization || key[0] === own

const isOneOf =
  (organization: string, names: ReadonlySet<Name>) =>
  ({ queryKey }: Pick<Query, 'queryKey'>): boolean =>
    isFor(organization, queryKey) && names.has(queryKey[1] as Name)

/** By operation: the last event of each log that made it stale. */
export type Changes = Map<Name, Position>

/** Invalidates these operations: refetches those on screen now, the others when they are needed. */
export function readAgain(organization: string, names: ReadonlySet<Name> | Changes): void {
  const affected = isOneOf(organization, new Set(names.keys()))
  const isOld = ({ queryHash, queryKey }: Query): boolean => {
    const changed = names instanceof Map ? names.get(queryKey[1] as Name) : undefined
    const at = positions.get(queryHash)
    // A read made after the event already includes it.
    return !changed || !at || Object.entries(changed).some(([log, seq]) => (at[log as Log] ?? 0) < seq)
  }
  void queries.invalidateQueries({ predicate: (query) => affected(query) && isOld(query) })
}

/** Refetches restored reads for which no log says whether they have changed since. */
export function readAfterReturn(organization: string, isUntold: (name: Name) => boolean): void {
  void queries.invalidateQueries({
    predicate: ({ queryKey, queryHash }) => restored.has(queryHash) && isFor(organization, queryKey) && isUntold(queryKey[1] as Name),
  })
}

/** Like `readAgain`, but on screen it refetches only watched queries: a sidebar in every tab need not refetch with every tool call. */
export function readWatchedAgain(organization: string, names: ReadonlySet<Name>): void {
  const affected = isOneOf(organization, names)
  void queries.invalidateQueries({ predicate: affected, refetchType: 'none' })
  void queries.refetchQueries({ predicate: (query) => affected(query) && query.observers.some(({ options }) => options.meta?.['watch']) })
}

interface Kept {
  key: readonly unknown[]
  data: unknown
  at: number
  position?: Position | undefined
}

/** Restores the cached reads of earlier visits, so that the first screen does not wait for the server. */
export async function restoreReads(): Promise<void> {
  const all = await entries<string, Kept>(answersKept).catch(() => [])
  restorePositions(all)
  const kept = all.filter(([name, one]) => !isPositionKept(name) && one.key).toSorted(([, a], [, b]) => b.at - a.at)
  for (const [hash, { key, data, at, position }] of kept.slice(0, maxKept)) {
    if (Date.now() - at > 7 * 24 * 60 * minute) {
      void del(hash, answersKept)
      continue
    }
    // The log says what has changed since; only what it does not cover is refetched.
    const [organization, name] = key as [string, Name]
    queries.setQueryData(key, data, { updatedAt: isCurrent(organization, name, position) ? Date.now() : 1 })
    restored.add(hash)
    if (position) positions.set(hash, position)
  }
  for (const [hash] of kept.slice(maxKept)) void del(hash, answersKept)
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.state.status !== 'success' || query.state.fetchStatus !== 'idle') return
    const { queryHash: hash, queryKey: key, state } = query
    void set(hash, { key, data: state.data, at: state.dataUpdatedAt, position: positions.get(hash) } satisfies Kept, answersKept).catch(
      () => {},
    )
  })
}
