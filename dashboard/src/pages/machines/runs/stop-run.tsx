import { clientFor } from '../../../data/client.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePermissions } from '../../../data/permissions.ts'
import { Button } from '../../../ui/button.tsx'
import { useCall } from '../../settings/use-call.ts'
import { isOpen, isStopping, type Run } from './run-words.ts'

const then = ['listRuns', 'getRun'] as const

/** Ends the agent and everything it started; what it wrote stays on its branch. Bypasses the outbox: a stop means now. */
export function useStopRun(): (run: Run) => void {
  const organization = useOrganization()
  const call = useCall()
  return (run) =>
    void call(() => clientFor(organization).stopRun({ run: run.id }), {
      done: run.state === 'queued' ? `${run.agent.name} is no longer queued` : `${run.agent.name} is being stopped`,
      then,
    })
}

export function StopRun({ run, small }: { run: Run; small?: boolean }) {
  const { writes } = usePermissions()
  const stop = useStopRun()
  if (!writes || !isOpen(run)) return null
  const queued = run.state === 'queued'
  const stopping = isStopping(run)
  const word = queued ? 'Cancel' : stopping ? 'Stopping…' : 'Stop'
  return (
    <Button
      look={queued ? 'plain' : 'danger'}
      square={small ?? false}
      disabled={stopping}
      aria-label={queued ? `Cancel the run of ${run.agent.name}` : stopping ? undefined : `Stop the run of ${run.agent.name}`}
      onClick={() => stop(run)}
    >
      {!queued && <span aria-hidden className="size-8 rounded-code bg-bad" />}
      {(!small || queued) && word}
    </Button>
  )
}
