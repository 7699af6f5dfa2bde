import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useOrganization } from '../../../data/organization.ts'
import { plural } from '../../../ui/format.ts'
import { Row, Rows } from '../../../ui/row.tsx'
import { Ago } from '../../../ui/time.tsx'
import { Changes, RunState } from './marks.tsx'
import { RunCard } from './run-card.tsx'
import { startedBy, type Run } from './run-words.ts'

/** Runs of a task: the newest in full, earlier ones folded. */
export function TaskRuns({ runs }: { runs: readonly Run[] }) {
  const [latest, ...earlier] = runs
  if (!latest) return null
  return (
    <div className="mb-16 flex flex-col gap-8">
      <RunCard key={latest.id} run={latest} />
      {earlier.length > 0 && <Earlier runs={earlier} />}
    </div>
  )
}

function Earlier({ runs }: { runs: readonly Run[] }) {
  const organization = useOrganization()
  return (
    <details className="group">
      <summary className="touch inline-flex items-center gap-4 rounded-control text-helper text-muted hover:text-fg">
        <ChevronRight className="size-16 transition-transform group-open:rotate-90" aria-hidden />
        {plural(runs.length, 'earlier run')}
      </summary>
      <Rows aria-label="Earlier runs" className="mt-4">
        {runs.map((run) => (
          <Row key={run.id} className="flex-wrap">
            <RunState run={run} />
            <Link
              to={`/${organization}/runs/${run.id}`}
              className="touch inline-flex min-w-0 flex-1 items-center rounded-code hover:underline"
            >
              <span className="truncate">
                {run.agent.name}
                {run.machine && ` on ${run.machine.name}`}
                <span className="text-muted"> · {startedBy(run)}</span>
              </span>
            </Link>
            <Changes changes={run.changes} />
            <Ago at={run.ended_at ?? run.created_at} />
          </Row>
        ))}
      </Rows>
    </details>
  )
}
