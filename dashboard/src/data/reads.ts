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
/** How often what the server has no room for is asked again. */
const maxPatience = 8

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The log tells what changed; reading again is for what it could not tell.
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

/** By the hash of its key: how far the logs had come when it was read. */
const positions = new Map<string, Position>()
/** Read on an earlier visit and not again since. */
const restored = new Set<string>()

/** Reads and remembers from where: at least from where the logs stood when it was asked for. */
async function readAt<T>(organization: string, key: readonly unknown[], read: () => Promise<T>): Promise<T> {
  const before = positionOf(organization)
  const answer = await read()
  const hash = hashKey(key)
  // The very first answer says itself where it was made.
  positions.set(hash, { ...positionOf(organization), ...before })
  restored.delete(hash)
  return answer
}

type Call = (input: unknown, options: { signal: AbortSignal }) => Promise<unknown>
/** What is the user's own and no organization's is kept under this. */
const own = ''
const callOf = (organization: string, name: Name) => (organization === own ? account : clientFor(organization))[name] as Call

export const readKey = (organization: string, name: Name, input: unknown = {}) => [organization, name, input] as const

/** How a read is asked for, by a component or by a route before there is one. */
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
  /** Also read again, while it is on the screen, after changes that are not in the log: they come every second while agents work. */
  watch?: boolean
  /** Read again whenever it comes onto the screen: for figures that change with more than their events tell. */
  fresh?: boolean
}

/** Reads an operation of the current organization: from memory or this browser at once, from the server when that is old. */
export function useRead<N extends Name>(
  name: N,
  input?: Input<N>,
  { watch = false, fresh = false, ...options }: ReadOptions = {},
): UseQueryResult<Output<N>, Error> {
  return useQuery({ ...reading(useOrganization(), name, input), ...options, ...(fresh && { refetchOnMount: 'always' }), meta: { watch } })
}

/** Reads what is the user's own. It names no organization, so it answers wherever the address leads. */
export function useOwn<N extends Name>(name: N, input?: Input<N>): UseQueryResult<Output<N>, Error> {
  return useQuery(reading(own, name, input))
}

/** The same outside a component, where no log is followed yet: what an earlier visit has left may be old. */
export const readOwn = <N extends Name>(name: N, input?: Input<N>): Promise<Output<N>> => {
  const read = reading(own, name, input)
  return queries.fetchQuery({ ...read, ...(restored.has(hashKey(read.queryKey)) && { staleTime: 0 }) })
}

interface Page {
  items: unknown[]
  next_cursor: string | null
}
type Paged<N extends Name> = Output<N> extends { items: (infer Item)[] } ? Item : never

/** Reads a list page by page; `items` are those of all pages read so far. */
export function useList<N extends Name>(name: N, input: Input<N>, options: { enabled?: boolean } = {}) {
  return usePages(useOrganization(), name, input, options)
}

/** The same of what is the user's own. */
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

/** Changes an answer that was read; the server's own comes with the next event or read. */
export const changeOwn = <N extends Name>(name: N, input: Input<N>, change: (before: Output<N>) => Output<N>): void =>
  changeRead(own, name, input, change)

export function changeRead<N extends Name>(organization: string, name: N, input: Input<N>, change: (before: Output<N>) => Output<N>): void {
  queries.setQueryData<Output<N>>(readKey(organization, name, input), (before) => before && change(before))
}

/** Whether it was read in this organization, or is the user's own. */
export const isFor = (organization: string, key: readonly unknown[]): boolean => key[0] === organization || key[0] === own

const isOneOf =
  (organization: string, names: ReadonlySet<Name>) =>
  ({ queryKey }: Pick<Query, 'queryKey'>): boolean =>
    isFor(organization, queryKey) && names.has(queryKey[1] as Name)

/** By what is read: the last event of each log that changed it. */
export type Changes = Map<Name, Position>

/** Reads these operations again, wherever they are on the screen, and next time they are needed elsewhere. */
export function readAgain(organization: string, names: ReadonlySet<Name> | Changes): void {
  const affected = isOneOf(organization, new Set(names.keys()))
  const isOld = ({ queryHash, queryKey }: Query): boolean => {
    const changed = names instanceof Map ? names.get(queryKey[1] as Name) : undefined
    const at = positions.get(queryHash)
    // What was read after the event has it in it.
    return !changed || !at || Object.entries(changed).some(([log, seq]) => (at[log as Log] ?? 0) < seq)
  }
  void queries.invalidateQueries({ predicate: (query) => affected(query) && isOld(query) })
}

/** Reads again what an earlier visit has left, where no log tells whether it changed since. */
export function readAfterReturn(organization: string, isUntold: (name: Name) => boolean): void {
  void queries.invalidateQueries({
    predicate: ({ queryKey, queryHash }) => restored.has(queryHash) && isFor(organization, queryKey) && isUntold(queryKey[1] as Name),
  })
}

/** The same, but of what is on the screen only what somebody watches: the sidebar of every open tab need not read with every tool call. */
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

/** Brings back what this browser read before, so that the first screen needs no server. */
export async function restoreReads(): Promise<void> {
  const all = await entries<string, Kept>(answersKept).catch(() => [])
  restorePositions(all)
  const kept = all.filter(([name, one]) => !isPositionKept(name) && one.key).toSorted(([, a], [, b]) => b.at - a.at)
  for (const [hash, { key, data, at, position }] of kept.slice(0, maxKept)) {
    if (Date.now() - at > 7 * 24 * 60 * minute) {
      void del(hash, answersKept)
      continue
    }
    // What has changed since then, the log tells; only what it could not tell of is read again.
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
