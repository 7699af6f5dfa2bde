import { useRead } from '../../../data/reads.ts'
import { Rows } from '../../../ui/row.tsx'
import { RunRow } from './run-list.tsx'

/** Runs that wait for a machine, each with the reason. Renders nothing if there are none. */
export function QueuedRuns() {
  const { data } = useRead('listRuns', { state: 'queued', limit: 50 })
  if (!data || data.items.length === 0) return null
  return (
    <section aria-label="Queued runs" className="flex flex-col gap-8">
      <h2 className="flex items-baseline gap-6 font-medium">
        Queued runs <span className="font-normal text-muted">{data.items.length}</span>
      </h2>
      <Rows aria-label="Runs waiting for a machine">
        {data.items.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </Rows>
    </section>
  )
}
