import { act } from '../../data/writes/act.ts'
import { useOrganization } from '../../data/organization.ts'
import { useList } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { date } from '../../ui/format.ts'
import { Row, Rows } from '../../ui/row.tsx'

const nameOf = ({ email, label }: { email?: string; label: string }): string => email ?? (label || 'Invite link')

/** Invitations nobody has answered yet; renders nothing if there are none. */
export function Invites() {
  const organization = useOrganization()
  const read = useList('listInvites', { limit: 100 })
  if (read.items.length === 0) return null
  return (
    <section aria-label="Invitations" className="flex flex-col gap-8">
      <h2 className="font-medium">Invited</h2>
      <Rows>
        {read.items.map((one) => (
          <Row key={one.id} className="flex-wrap">
            <div className="min-w-0 flex-1">
              <p className="truncate">{nameOf(one)}</p>
              <p className="text-helper text-muted">expires {date(one.expires_at)}</p>
            </div>
            {!one.email && <Chip>link</Chip>}
            <Chip>{one.role}</Chip>
            <Button
              aria-label={`Revoke invitation of ${nameOf(one)}`}
              onClick={() =>
                void act({
                  organization,
                  operation: 'revokeInvite',
                  input: { invite: one.id },
                  label: 'Revoke invitation',
                  done: 'Invitation revoked',
                  then: ['listInvites'],
                })
              }
            >
              Revoke
            </Button>
          </Row>
        ))}
      </Rows>
    </section>
  )
}
