import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../../data/organization.ts'
import { useAgentsAtWork } from '../../../data/live/agents-at-work.ts'
import { Button } from '../../../ui/button.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Ago } from '../../../ui/time.tsx'
import { WorkStatusLabel } from '../../../ui/marks/work-status.tsx'
import { statusOf } from '../../agents/at-work.ts'
import { StopButton } from '../../agents/live/agent-buttons.tsx'

/** An agent that was found stuck: its current status, and where to help it. */
export function AgentPane({ agent, name }: { agent: string; name: string }) {
  const org = useOrganization()
  const read = useAgentsAtWork({ agent })
  return (
    <Loaded read={read}>
      {({ items: [now] }) => (
        <div className="flex flex-col gap-12 pb-16">
          <h2 className="text-title font-semibold">{now && now.status !== 'blocked' ? `${name} was blocked` : `${name} is blocked`}</h2>
          {now && (
            <div className="flex flex-wrap items-center gap-8 text-muted">
              <WorkStatusLabel {...statusOf(now)} />
              {now.since && <Ago at={now.since} />}
              {now.task && <span className="font-mono text-helper">{now.task.key}</span>}
            </div>
          )}
          <p className="text-muted">
            {now && now.status !== 'blocked'
              ? 'It’s working again or idle. Nothing needs you.'
              : 'Review its recent calls, send a hint, or stop it.'}
          </p>
          <div className="flex flex-wrap gap-6">
            {now?.session && (
              <Button asChild look="primary">
                <Link to={`/${org}/sessions/${now.session.id}`}>Open session</Link>
              </Button>
            )}
            <Button asChild>
              <Link to={`/${org}/agents/${agent}`}>Open agent</Link>
            </Button>
            {now && <StopButton agent={now} />}
          </div>
        </div>
      )}
    </Loaded>
  )
}
