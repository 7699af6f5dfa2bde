import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../../data/organization.ts'
import { addressOf } from '../../../ui/address-of.ts'
import type { Stored } from './steps.ts'

/** Link to what a step created or changed, by its name. */
export function StoredLink({ stored }: { stored: Stored }) {
  const org = useOrganization()
  const name = [stored.ref, stored.title].filter(Boolean).join(' ') || stored.kind
  const look = 'min-w-0 truncate text-helper text-accent hover:underline'
  if (stored.kind === 'memory')
    return (
      <Link to={`/${org}/memory`} search={{ memory: stored.id } as never} className={look}>
        {name}
      </Link>
    )
  return (
    <Link to={addressOf(org, stored)} className={look}>
      {name}
    </Link>
  )
}
