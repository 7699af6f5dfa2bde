import { BatonError } from '@baton/client'
import { CloudOff, SearchX, ShieldX, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface StateProps {
  icon?: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
}

/** Shown instead of content: says why there is none and what to do about it. */
export function EmptyState({ icon: Icon, title, children, action }: StateProps) {
  return (
    <div className="mx-auto flex max-w-form flex-col items-center gap-8 px-16 py-48 text-center">
      {Icon && <Icon className="size-24 text-faint" aria-hidden />}
      <p className="font-medium">{title}</p>
      {children && <div className="text-muted">{children}</div>}
      {action}
    </div>
  )
}

/** Shown for a failed read: what happened and what can be done. */
export function FailedState({ error, retry }: { error: Error; retry?: () => void }) {
  // A URL with a malformed id can't lead to anything that exists, so treat it as 404.
  const isNoId = error instanceof BatonError && error.code === 'invalid' && /must be an id/.test(error.detail)
  const status = isNoId ? 404 : error instanceof BatonError ? error.status : 0
  const icon = status === 404 ? SearchX : status === 403 ? ShieldX : CloudOff
  const title =
    status === 404 ? 'Not found' : status === 403 ? 'No access' : status === 0 ? 'Can’t reach the server' : 'Something went wrong'
  // The server's detail for a 404 names tools, for agents, so it is not shown.
  const detail =
    status === 404
      ? 'It may have been deleted, or you don’t have access.'
      : error instanceof BatonError
        ? error.detail
        : 'You can keep reading. We’ll retry when the connection is back.'
  return (
    <EmptyState
      icon={icon}
      title={title}
      action={retry && status !== 404 && status !== 403 ? <Button onClick={retry}>Try again</Button> : undefined}
    >
      {detail}
    </EmptyState>
  )
}

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
