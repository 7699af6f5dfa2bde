import { Link } from '@tanstack/react-router'
import { act } from '../../../data/writes/act.ts'
import { usePermissions } from '../../../data/permissions.ts'
import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { dateTime } from '../../../ui/format.ts'
import { spoken } from '../parts/words.ts'

/** What this person snoozed, until when, and a button to bring it back. */
export function Snoozed({ project }: { project: string }) {
  const organization = useOrganization()
  const { writes } = usePermissions()
  const { data } = useRead('listApprovals', { project, snoozed: true })
  if (!data || data.items.length === 0) return null
  const show = (feature: string, ref: string) =>
    act({
      organization,
      operation: 'snoozeApproval',
      input: { feature, until: new Date(0).toISOString() },
      label: `Unsnooze ${ref}`,
      then: ['listApprovals'],
    })
  return (
    <ul aria-label="Snoozed" className="flex flex-col gap-4 text-helper text-muted">
      {data.items.map(({ feature, gate, snoozed_until }) => (
        <li key={feature.id} className="flex flex-wrap items-center gap-8">
          <span className="min-w-0 break-words">
            Snoozed{snoozed_until && ` until ${dateTime(snoozed_until)}`}:{' '}
            <Link to={`/${organization}/features/${feature.id}`} className="rounded-code text-fg hover:underline">
              Approve {spoken(gate)}: {feature.title}
            </Link>
          </span>
          {writes && (
            <Button look="quiet" onClick={() => void show(feature.id, feature.ref)}>
              Show {feature.ref} again
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
