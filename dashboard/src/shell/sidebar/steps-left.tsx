import { Link } from '@tanstack/react-router'
import { ListTodo } from 'lucide-react'
import { useOrganization } from '../../data/organization.ts'
import { useRead } from '../../data/reads.ts'

/** Progress of the getting-started list. Uses only what the inbox has read and cached, so that a board makes no extra request. */
export function StepsLeft() {
  const org = useOrganization()
  const { data } = useRead('getGettingStarted', {}, { enabled: false })
  if (!data || data.hidden || data.done === data.of) return null
  return (
    <Link
      to={`/${org}/getting-started`}
      className="touch flex h-row items-center gap-10 rounded-control px-8 text-muted hover:bg-hover hover:text-fg"
      activeProps={{ className: 'bg-hover text-fg font-medium', 'aria-current': 'page' }}
    >
      <ListTodo className="size-16 shrink-0" aria-hidden />
      <span className="flex-1 truncate">Getting started</span>
      <span className="font-mono text-label" aria-label={`${data.done} of ${data.of} done`}>
        {data.done}/{data.of}
      </span>
    </Link>
  )
}
