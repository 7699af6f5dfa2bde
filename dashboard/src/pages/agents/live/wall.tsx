import { Link } from '@tanstack/react-router'
import { FileDiff } from 'lucide-react'
import { Fragment } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { classes } from '../../../ui/classes.ts'
import { longAgo } from '../../../ui/format.ts'
import { Card } from '../../../ui/row.tsx'
import { useNow } from '../../../ui/time.tsx'
import { useOpenRuns, WallRun } from '../../machines/runs/wall-run.tsx'
import type { AtWork } from '../at-work.ts'
import { AgentMenu, StopButton } from './agent-buttons.tsx'
import { CallCell, LeaseCell, SpendCell, StatusCell, TaskCell } from './agent-cells.tsx'

interface WallProps {
  agents: readonly AtWork[]
  onHint(agent: AtWork): void
}

const heads = ['Agent', 'Status', 'Task', 'Lease', 'Last tool call', 'Files', 'Spend today']

/** Every agent as a table row, for wide screens. */
export function WallTable({ agents, onHint }: WallProps) {
  const runsOf = useOpenRuns()
  return (
    <table className="w-full table-fixed text-left">
      <caption className="sr-only">Agents and what they are doing, those who need a person first</caption>
      <thead className="text-label text-muted">
        <tr className="border-b border-line">
          {heads.map((head, at) => (
            <th key={head} scope="col" className={`py-6 pr-12 font-medium ${widths[at]} ${at === 0 ? 'pl-16' : ''}`}>
              {head}
            </th>
          ))}
          <th scope="col" className="w-3/24">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {agents.map((agent) => (
          <Fragment key={agent.id}>
            <tr
              className={classes(
                'transition-colors hover:bg-hover [&>td]:py-8 [&>td]:pr-12',
                runsOf(agent.id).length === 0 && 'border-b border-line-soft',
              )}
            >
              <th scope="row" className="py-8 pr-12 pl-16 font-normal">
                <AgentName agent={agent} />
              </th>
              <td>
                <StatusCell agent={agent} />
              </td>
              <td>
                <TaskCell agent={agent} />
              </td>
              <td>
                <LeaseCell agent={agent} />
              </td>
              <td>
                <CallCell agent={agent} />
              </td>
              <td>
                <Files count={agent.files} />
              </td>
              <td>
                <SpendCell agent={agent} />
              </td>
              <td>
                <div className="flex items-center justify-end gap-4">
                  <AgentMenu agent={agent} onHint={onHint} />
                  <StopButton agent={agent} />
                </div>
              </td>
            </tr>
            {runsOf(agent.id).map((run) => (
              <tr key={run.id} className="last:border-b has-[+tr>th]:border-b border-line-soft">
                <td colSpan={heads.length + 1} className="px-16 pb-8">
                  <WallRun run={run} />
                </td>
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

const widths = ['w-3/24', 'w-4/24', 'w-6/24', 'w-2/24', 'w-3/24', 'w-1/24', 'w-2/24']

function AgentName({ agent }: { agent: AtWork }) {
  const org = useOrganization()
  return (
    <span className="flex min-w-0 items-center gap-10">
      <Avatar name={agent.name} kind="agent" size="large" running={agent.status === 'running'} decorative />
      <span className="min-w-0">
        <Link to={`/${org}/agents/${agent.slug}`} className="block truncate rounded-code font-medium hover:text-accent" title={agent.name}>
          {agent.name}
        </Link>
        <span className="block truncate text-helper text-muted">{agent.owner?.name ?? 'nobody'}</span>
      </span>
    </span>
  )
}

function Files({ count }: { count: number | null }) {
  if (count === null) return <span className="text-muted">–</span>
  return (
    <span className="inline-flex items-center gap-4 font-mono text-helper text-muted">
      <FileDiff className="size-12" aria-hidden />
      <span className="sr-only">files changed: </span>
      {count}
    </span>
  )
}

/** The same as cards, where a table does not fit. */
export function WallCards({ agents, onHint }: WallProps) {
  const now = useNow(5000)
  const runsOf = useOpenRuns()
  return (
    <ul className="grid gap-12 px-16 wide:grid-cols-2">
      {agents.map((agent) => (
        <li key={agent.id} className="min-w-0">
          <Card className="flex flex-col gap-8 p-12">
            <div className="flex items-center gap-8">
              <div className="min-w-0 flex-1">
                <AgentName agent={agent} />
              </div>
              <AgentMenu agent={agent} onHint={onHint} />
              <StopButton agent={agent} small />
            </div>
            <StatusCell agent={agent} />
            <TaskCell agent={agent} />
            {runsOf(agent.id).map((run) => (
              <WallRun key={run.id} run={run} />
            ))}
            <div className="flex items-center gap-8 text-helper text-muted">
              {agent.last_call ? (
                <>
                  <code className="truncate rounded-code bg-hover px-6 font-mono">{agent.last_call.tool}</code>
                  {longAgo(agent.last_call.at, now)}
                </>
              ) : (
                'No tool call yet'
              )}
              <span className="ml-auto">
                <Files count={agent.files} />
              </span>
            </div>
            <div className="grid grid-cols-2 gap-16">
              <div>
                <p className="text-label text-muted">Lease</p>
                <LeaseCell agent={agent} />
              </div>
              <div>
                <p className="text-label text-muted">Spend today</p>
                <SpendCell agent={agent} />
              </div>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  )
}
