import { Link } from '@tanstack/react-router'
import { Fingerprint } from 'lucide-react'
import { useOrganization } from '../../data/organization.ts'
import { Button } from '../../ui/button.tsx'
import { Count } from '../../ui/chip.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { Countdown } from '../../ui/time.tsx'
import type { WaitingAction } from './use-waiting-actions.ts'

/** Dangerous actions that wait for a passkey, shown before everything else. */
export function WaitingActions({ waiting }: { waiting: readonly WaitingAction[] }) {
  const organization = useOrganization()
  if (waiting.length === 0) return null
  return (
    <section aria-label="Needs you" className="flex flex-col gap-8">
      <h2 className="flex items-center gap-6 font-medium">
        Needs you <Count value={waiting.length} />
      </h2>
      <Rows aria-label="Actions that need your passkey">
        {waiting.map(({ machine, action }) => (
          <Row key={action.id} className="flex-wrap">
            <span className="flex size-24 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent">
              <Fingerprint className="size-16" aria-hidden />
            </span>
            <p className="min-w-0 flex-1 break-words">
              <span className="font-medium">
                Run <span className="font-mono">{action.action}</span> on {machine.name}
              </span>
              <span className="block text-helper text-muted">
                Expires in <Countdown until={action.expires_at} warnBelow={75_000} />
              </span>
            </p>
            <Button asChild look="primary">
              <Link to={`/${organization}/machines/${machine.id}/actions/${action.id}`}>Review</Link>
            </Button>
          </Row>
        ))}
      </Rows>
    </section>
  )
}
