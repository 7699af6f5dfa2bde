import type { ReactNode } from 'react'

/** A list of name and value pairs, one per line, for a rail. */
export function Properties({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col gap-4">{children}</dl>
}

export function Property({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-row items-center gap-12">
      <dt className="w-1/3 shrink-0 text-muted">{name}</dt>
      <dd className="flex min-w-0 flex-1 flex-wrap items-center gap-6">{children}</dd>
    </div>
  )
}
