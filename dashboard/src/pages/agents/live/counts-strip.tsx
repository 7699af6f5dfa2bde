import type { Output } from '@baton/client'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { classes } from '../../../ui/classes.ts'
import { money } from '../../../ui/format.ts'
import { WorkStatusLabel } from '../../../ui/marks/work-status.tsx'
import { spendUnknown, statusOf, type AtWork } from '../at-work.ts'
import { Sparkline } from '../../../ui/sparkline.tsx'

const all: AtWork['status'][] = ['running', 'waiting', 'blocked', 'over_budget', 'paused', 'idle', 'stopped']

/** Numbers of agents by status; each one filters the list by it. */
export function CountsStrip({ data }: { data: Output<'listAgentsAtWork'> }) {
  const { status: chosen } = useSearch({ strict: false }) as { status?: string }
  const navigate = useNavigate()
  const counted = all.map((status) => ({ status, count: data.items.filter((one) => one.status === status).length }))
  const shown = counted.filter(({ status, count }) => count > 0 || status === 'running' || status === 'waiting' || status === chosen)
  return (
    <div className="flex flex-wrap items-center gap-x-16 gap-y-8 border-b border-line px-16 py-8">
      <div role="group" aria-label="Filter by status" className="flex flex-wrap gap-6 wide:-mx-6 wide:gap-4">
        {shown.map(({ status, count }) => (
          <button
            key={status}
            type="button"
            aria-pressed={chosen === status}
            onClick={() => void navigate({ to: '.', search: (chosen === status ? {} : { status }) as never, replace: true })}
            className={classes(
              'touch inline-flex h-row items-center gap-6 rounded-control px-6 transition-colors hover:bg-hover max-wide:border max-wide:border-line max-wide:px-8',
              chosen === status && 'bg-hover',
            )}
          >
            <span aria-hidden className="inline-flex">
              <WorkStatusLabel {...statusOf({ status })} iconOnly />
            </span>
            <span className="text-muted">{words[status]}</span>
            <span className="font-medium">{count}</span>
          </button>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-12 gap-y-4 text-helper text-muted wide:ml-auto">
        <CallRate calls={data.calls} />
        <span aria-hidden className="h-16 border-l border-line max-wide:hidden" />
        <Spend agents={data.items.filter(({ sample }) => !sample)} />
      </div>
    </div>
  )
}

const words: Record<AtWork['status'], string> = {
  running: 'Running',
  waiting: 'Waiting for a person',
  blocked: 'Blocked',
  over_budget: 'Over budget',
  paused: 'Paused',
  idle: 'Idle',
  stopped: 'Stopped',
}

function CallRate({ calls }: { calls: readonly number[] }) {
  // The minute that has just begun says little yet, so the previous one counts too.
  const rate = Math.max(calls.at(-1) ?? 0, calls.at(-2) ?? 0)
  return (
    <span className="inline-flex items-center gap-8">
      <Sparkline values={calls} label={`Tool calls in the last ${calls.length} minutes`} />
      <span>
        <span className="font-mono text-fg">{rate}</span> calls/min
      </span>
    </span>
  )
}

function Spend({ agents }: { agents: readonly AtWork[] }) {
  const spent = agents.reduce((sum, one) => sum + (one.spend.cost ?? 0), 0)
  // A budget is compared with what its own agents spent, not with everyone's total.
  const limited = agents.filter(({ spend }) => spend.daily_budget !== null)
  const budget = limited.reduce((sum, { spend }) => sum + (spend.daily_budget ?? 0), 0)
  const used = limited.reduce((sum, { spend }) => sum + (spend.cost ?? 0), 0)
  const unknown = agents.filter(spendUnknown).length
  return (
    <span>
      <span className="font-mono text-fg">{money(spent)}</span>
      {budget > 0 && limited.length === agents.length && <span className="font-mono"> of {money(budget)}</span>} today
      {budget > 0 && limited.length < agents.length && (
        <>
          {', budgets '}
          <span className="font-mono">
            {money(used)} of {money(budget)}
          </span>
        </>
      )}
      {unknown > 0 && `, ${unknown} unknown`}
    </span>
  )
}
