import { Link } from '@tanstack/react-router'
import { Server, SquareTerminal } from 'lucide-react'
import { useMemo } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { RunState } from './marks.tsx'
import { isUnderWay, type Run } from './run-words.ts'
import { StopRun } from './stop-run.tsx'

const none: readonly Run[] = []

/** The open runs of each agent, with the last line of each as it arrives. */
export function useOpenRuns(): (agent: string) => readonly Run[] {
  const { data } = useRead('listRuns', { open: true, limit: 100 }, { watch: true })
  return useMemo(() => {
    const byAgent = Map.groupBy(data?.items ?? none, ({ agent }) => agent.id)
    return (agent) => byAgent.get(agent) ?? none
  }, [data])
}

/** A run on the wall: its place, its status, its last line, and Stop. */
export function WallRun({ run }: { run: Run }) {
  const organization = useOrganization()
  const queued = run.state === 'queued'
  const says = queued ? run.waits_for : run.state === 'waiting' ? 'Answer on the task' : run.last_line
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-12 gap-y-4 rounded-control border border-line-soft bg-sunken px-10 py-4">
      <RunState run={run} />
      <Link
        to={`/${organization}/t/${run.task.key}`}
        className="rounded-code font-mono text-label hover:text-accent"
        title={run.task.title}
      >
        {run.task.key}
      </Link>
      {run.machine && (
        <span className="inline-flex items-center gap-6 whitespace-nowrap">
          <Server className="size-16 text-muted" aria-hidden />
          <span className="sr-only">on </span>
          {run.machine.name}
        </span>
      )}
      <span
        className={`min-w-0 flex-1 truncate text-muted max-wide:basis-full ${isUnderWay(run) ? 'font-mono text-label' : 'text-helper'}`}
        title={says ?? undefined}
      >
        {says ?? 'No output yet'}
      </span>
      <span className="ml-auto flex items-center gap-4">
        {!queued && (
          <Button asChild look="quiet">
            <Link to={`/${organization}/runs/${run.id}`} aria-label={`Console of ${run.agent.name}`}>
              <SquareTerminal aria-hidden /> Console
            </Link>
          </Button>
        )}
        <StopRun run={run} />
      </span>
    </div>
  )
}
