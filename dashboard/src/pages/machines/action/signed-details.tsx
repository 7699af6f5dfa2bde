import type { ReactNode } from 'react'
import { ShieldAlert } from 'lucide-react'
import { dateTime } from '../../../ui/format.ts'
import { Card } from '../../../ui/row.tsx'
import { Countdown } from '../../../ui/time.tsx'
import { exactly, type Machine, type MachineAction } from '../machine-words.ts'
import { RiskChip } from '../marks.tsx'

/** Machine, action, arguments and expiry: what was requested and, for a dangerous action, exactly what is signed. */
export function SignedDetails({ machine, action }: { machine: Machine; action: MachineAction }) {
  const given = Object.entries(action.arguments)
  return (
    <Card>
      <dl aria-label="Command" className="divide-y divide-line-soft">
        <Detail name="Machine">
          <span className="font-medium">{machine.name}</span>
          <span className="font-mono text-label break-all text-muted">{action.tunnel_id}</span>
        </Detail>
        <Detail name="Action">
          <span className="font-mono break-all">{action.action}</span>
          {action.risk === 'danger' ? (
            <span className="ml-auto inline-flex items-center gap-4 font-medium text-bad">
              <ShieldAlert className="size-16" aria-hidden /> Dangerous
            </span>
          ) : (
            <span className="ml-auto">
              <RiskChip risk={action.risk} />
            </span>
          )}
        </Detail>
        {given.length === 0 && <Detail name="Arguments">None</Detail>}
        {given.map(([name, value]) => (
          <Detail key={name} name={exactly(name).slice(1, -1)} mono>
            <span className="font-mono break-all whitespace-pre-wrap">{exactly(value)}</span>
          </Detail>
        ))}
        <Detail name="Expires">
          <span>{dateTime(action.expires_at)}</span>
          {action.state === 'queued' && (
            <span className="ml-auto text-muted">
              in <Countdown until={action.expires_at} warnBelow={75_000} />
            </span>
          )}
        </Detail>
      </dl>
    </Card>
  )
}

function Detail({ name, mono, children }: { name: string; mono?: boolean; children: ReactNode }) {
  return (
    <div className="flex gap-12 px-12 py-8">
      <dt className={`w-1/4 shrink-0 break-words text-muted ${mono ? 'font-mono' : ''}`}>{name}</dt>
      <dd className="flex min-w-0 flex-1 flex-wrap items-center gap-x-8 gap-y-2">{children}</dd>
    </div>
  )
}
