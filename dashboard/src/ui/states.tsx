import type { ReactNode } from 'react'
import { FailedState } from './failed-state.tsx'

export { EmptyState } from './empty-state.tsx'

/** Placeholder rows, for the first load only. */
export function Skeleton({ rows = 5 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-8 p-16">
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className="h-row animate-shimmer rounded-control bg-hover" />
      ))}
    </div>
  )
}

interface Read<T> {
  data: T | undefined
  error: Error | null
  refetch(): unknown
}

/** Shows data as soon as there is any, however stale; until then a skeleton, or the error. */
export function Loaded<T>({ read, rows, children }: { read: Read<T>; rows?: number; children: (data: T) => ReactNode }) {
  if (read.data !== undefined) return children(read.data)
  if (read.error) return <FailedState error={read.error} retry={() => void read.refetch()} />
  return <Skeleton {...(rows !== undefined && { rows })} />
}
