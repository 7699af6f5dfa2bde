import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../data/organization.ts'

/** The tasks that something names, each linked to its page. */
export function TaskKeys({ keys, none }: { keys: readonly string[]; none?: string }) {
  const org = useOrganization()
  if (keys.length === 0) return none ? <span className="text-muted">{none}</span> : null
  return (
    <span className="flex flex-wrap gap-x-6">
      {keys.map((key) => (
        <Link
          key={key}
          to={`/${org}/t/${key}`}
          className="rounded-code font-mono text-label whitespace-nowrap hover:text-accent hover:underline"
        >
          {key}
        </Link>
      ))}
    </span>
  )
}
