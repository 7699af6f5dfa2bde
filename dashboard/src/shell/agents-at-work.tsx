import { Link } from '@tanstack/react-router'
import { useOrganization } from '../data/organization.ts'
import { useAgentsAtWork } from '../data/live/agents-at-work.ts'
import { useSteadyOrder } from '../data/steady-order.ts'
import { Avatar } from '../ui/marks/avatar.tsx'
import { classes } from '../ui/classes.ts'

const maxAgents = 6
const words = { waiting: 'needs you', blocked: 'stuck', over_budget: 'over budget' } as const
const tones = { waiting: 'text-accent', blocked: 'text-bad', over_budget: 'text-warn' } as const

/** Agents that are working, or that can't continue without a person. */
export function AgentsAtWork() {
  const org = useOrganization()
  const { data } = useAgentsAtWork()
  const { ordered, hold } = useSteadyOrder(
    (data?.items ?? []).filter(({ status, task }) => (status !== 'idle' || task) && status !== 'stopped'),
  )
  const working = ordered.slice(0, maxAgents)
  if (working.length === 0) return null
  return (
    <div className="flex flex-col gap-px" {...hold}>
      <h2 className="px-8 py-4 text-helper font-medium text-faint">Agents at work</h2>
      {working.map(({ id, slug, name, status, last_call }) => {
        const needs = status === 'waiting' || status === 'blocked' || status === 'over_budget' ? status : null
        return (
          <Link
            key={id}
            to={`/${org}/agents/${slug}`}
            className="touch flex h-row items-center gap-8 rounded-control px-8 text-muted hover:bg-hover hover:text-fg"
          >
            <Avatar name={name} kind="agent" size="small" running={status === 'running'} decorative />
            {/* The name matters more than the tool: if there is no room for both, the tool is truncated. */}
            <span className="max-w-full shrink-0 truncate">{name}</span>
            <span className={classes('min-w-0 flex-1 truncate text-right text-label', needs ? tones[needs] : 'font-mono')}>
              {needs ? words[needs] : status === 'idle' ? 'silent' : last_call?.tool}
            </span>
          </Link>
        )
      })}
    </div>
  )
}
