import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../../data/organization.ts'
import { classes } from '../../../ui/classes.ts'
import { ago, money } from '../../../ui/format.ts'
import { Meter, Steps } from '../../../ui/meter.tsx'
import { useNow } from '../../../ui/time.tsx'
import { LeaseBar } from '../../../ui/marks/lease-bar.tsx'
import { OpenQuestions } from '../../../ui/marks/open-questions.tsx'
import { WorkStatusLabel } from '../../../ui/marks/work-status.tsx'
import { spendUnknown, statusOf, type AtWork } from '../at-work.ts'

/** The agent's status and the reason for it. */
export function StatusCell({ agent }: { agent: AtWork }) {
  const now = useNow(10_000)
  return (
    <div className="min-w-0">
      <span className="flex items-center gap-8">
        <WorkStatusLabel {...statusOf(agent)} />
        <OpenQuestions count={agent.asks?.count ?? 0} />
      </span>
      <p className="truncate pl-20 text-helper text-muted" title={agent.reason}>
        {agent.reason}
        {agent.since && agent.status !== 'running' && ` · ${ago(agent.since, now)}`}
      </p>
    </div>
  )
}

export function TaskCell({ agent }: { agent: AtWork }) {
  const org = useOrganization()
  const { task, gate, session } = agent
  if (!task && !session) return <span className="text-muted">No task</span>
  return (
    <div className="min-w-0">
      {task ? (
        <Link to={`/${org}/t/${task.key}`} className="block truncate rounded-code hover:text-accent" title={task.title}>
          {task.title}
        </Link>
      ) : (
        <Link
          to={`/${org}/sessions/${session?.id}`}
          className="block truncate rounded-code text-muted hover:text-accent"
          title={session?.title}
        >
          {session?.title}
        </Link>
      )}
      <p className="flex items-center gap-8 text-helper text-muted">
        {task ? <span className="font-mono text-label">{task.key}</span> : <span>Session without a task</span>}
        {gate && (
          <>
            <Steps label={`${gate.passed} of ${gate.of} gates passed`} done={gate.passed} of={gate.of} />
            <Link to={`/${org}/features/${gate.feature_id}`} className="truncate rounded-code hover:text-accent" title={gate.title}>
              {gate.gate}
            </Link>
          </>
        )}
      </p>
    </div>
  )
}

export function LeaseCell({ agent }: { agent: AtWork }) {
  if (!agent.task) return <span className="text-muted">none</span>
  if (agent.status === 'paused') return <span className="text-helper text-muted">kept while paused</span>
  const { key, lease_from, lease_until } = agent.task
  return (
    <div className="flex flex-col gap-4 text-helper">
      <LeaseBar task={key} from={lease_from} until={lease_until} />
    </div>
  )
}

export function CallCell({ agent }: { agent: AtWork }) {
  const now = useNow(1000)
  const call = agent.last_call
  if (!call) return <span className="text-muted">none yet</span>
  return (
    <div className="min-w-0">
      <p className="truncate font-mono text-helper">{call.tool}</p>
      <p className={classes('font-mono text-label', call.ok ? 'text-muted' : 'text-bad')}>
        {!call.ok && 'refused · '}
        {ago(call.at, now)}
      </p>
    </div>
  )
}

export function SpendCell({ agent }: { agent: AtWork }) {
  const { cost, daily_budget: budget, reports_without_cost } = agent.spend
  const unknown = spendUnknown(agent)
  const over = agent.status === 'over_budget' || (budget !== null && (cost ?? 0) >= budget)
  if (cost === null && !unknown && budget === null) return <span className="text-muted">–</span>
  return (
    <div className="flex flex-col gap-4 font-mono text-helper">
      <span className="flex justify-between gap-6 whitespace-nowrap">
        <span className={over ? 'text-warn' : undefined}>
          {unknown ? 'unknown' : money(cost ?? 0)}
          {cost !== null && reports_without_cost > 0 && <span title="Partly unreported: the actual amount may be higher">+</span>}
        </span>
        {budget !== null && <span className="text-muted">/ {money(budget)}</span>}
      </span>
      <Meter label={`Spend of ${agent.name} today`} share={unknown ? null : budget ? (cost ?? 0) / budget : 0} warn={over} />
    </div>
  )
}
