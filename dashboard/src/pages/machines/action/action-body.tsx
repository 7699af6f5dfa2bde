import type { Output } from '@baton/client'
import { dateTime } from '../../../ui/format.ts'
import { useNow } from '../../../ui/time.tsx'
import { isExpired, type Machine } from '../machine-words.ts'
import { DecideAction } from './decide-action.tsx'
import { SignedDetails } from './signed-details.tsx'

/** Shown on the action's own page and in the inbox. */
export function ActionBody({ machine, action }: { machine: Machine; action: Output<'getTunnelAction'> }) {
  const now = useNow(1000)
  const expired = isExpired(action, now)
  const about = machine.actions.find(({ name }) => name === action.action)?.description
  return (
    <div className="flex flex-col gap-16 pb-16">
      <h2 className="text-title font-semibold break-words">{about || `Run ${action.action} on ${machine.name}`}</h2>
      <SignedDetails machine={machine} action={action} />
      {action.state === 'queued' && !expired && <DecideAction machine={machine} action={action} />}
      {expired && <p role="status">Expired. Run it again from the machine’s page.</p>}
      {action.state === 'approved' && !expired && machine.status === 'offline' && (
        <p role="status">The machine is offline. This will be sent when it connects, unless it expires first.</p>
      )}
      {action.state === 'unknown' && <p role="status">Unknown result. Check the machine before running it again.</p>}
      {action.ended_at && action.state !== 'denied' && <Result action={action} />}
    </div>
  )
}

function Result({ action }: { action: Output<'getTunnelAction'> }) {
  const { output, error, exit_code, ended_at } = action
  return (
    <section aria-label="Result" className="flex flex-col gap-8">
      <h3 className="flex flex-wrap items-baseline gap-8 font-medium">
        Result
        <span className="font-mono text-label font-normal text-muted">
          {exit_code !== null && `exit ${exit_code} · `}
          {ended_at && dateTime(ended_at)}
        </span>
      </h3>
      {error && <p className="break-words text-bad">{error}</p>}
      {output ? (
        <pre
          tabIndex={0}
          role="region"
          aria-label="Output"
          className="scrollbar-quiet max-h-4/5 overflow-auto rounded-card border border-line bg-sunken p-12 font-mono text-helper break-words whitespace-pre-wrap"
        >
          {output}
        </pre>
      ) : (
        !error && <p className="text-muted">No output.</p>
      )}
    </section>
  )
}
