import { Link } from '@tanstack/react-router'
import type { Input } from '@baton/client'
import { useOrganization } from '../../../data/organization.ts'
import { useList } from '../../../data/reads.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { More } from '../../../ui/more.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Ago } from '../../../ui/time.tsx'
import { RunState } from './marks.tsx'
import { isOpen, type Run } from './run-words.ts'
import { StopRun } from './stop-run.tsx'

/** Runs, newest first; each opens with its console. */
export function RunList({ of, none, label }: { of: Omit<Input<'listRuns'>, 'limit' | 'cursor'>; none: string; label: string }) {
  const list = useList('listRuns', { ...of, limit: 20 })
  return (
    <Loaded read={list} rows={2}>
      {() =>
        list.items.length === 0 ? (
          <p className="text-muted">{none}</p>
        ) : (
          <div className="flex flex-col gap-8">
            <Rows aria-label={label}>
              {list.items.map((run) => (
                <RunRow key={run.id} run={run} />
              ))}
            </Rows>
            <More list={list} />
          </div>
        )
      }
    </Loaded>
  )
}

/** The task, the machine, and the last line of output. */
export function RunRow({ run }: { run: Run }) {
  const organization = useOrganization()
  const about = run.state === 'queued' ? run.waits_for : (run.error ?? run.last_line)
  return (
    <Row className="flex-wrap">
      <Avatar name={run.agent.name} kind="agent" size="small" decorative />
      <div className="min-w-0 flex-1 max-wide:basis-3/4">
        <Link to={`/${organization}/runs/${run.id}`} className="touch flex min-w-0 items-center gap-8 rounded-code hover:underline">
          <span className="shrink-0 font-mono text-label text-muted">{run.task.key}</span>
          <span className="truncate">{run.task.title}</span>
        </Link>
        <p className="truncate text-helper text-muted" title={about ?? undefined}>
          {run.agent.name}
          {run.machine && ` on ${run.machine.name}`}
          {about && (
            <>
              {' · '}
              <span className={run.state === 'queued' ? '' : 'font-mono text-label'}>{about}</span>
            </>
          )}
        </p>
      </div>
      <RunState run={run} />
      <Ago at={run.ended_at ?? run.started_at ?? run.created_at} />
      {isOpen(run) && <StopRun run={run} />}
    </Row>
  )
}
