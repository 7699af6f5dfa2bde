import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Layers, MessageSquareText, Pause, Play, Unlock, UserRound } from 'lucide-react'
import { usePermissions } from '../../../data/permissions.ts'
import { useOrganization } from '../../../data/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { canStop, pauseAgent, releaseLease, resumeAgent, stopAgent } from '../agent-actions.ts'
import { isStopped, type AtWork } from '../at-work.ts'

/** Stop, or Resume for a stopped agent; `small` shows only the icon. */
export function StopButton({ agent, small }: { agent: AtWork; small?: boolean }) {
  const org = useOrganization()
  if (!agent.may_control) return null
  if (isStopped(agent))
    return (
      <Button onClick={() => resumeAgent(org, agent)} aria-label={`Resume ${agent.name}`} square={small ?? false}>
        {small ? <Play /> : 'Resume'}
      </Button>
    )
  return (
    <Button onClick={() => stopAgent(org, agent)} aria-label={`Stop ${agent.name}`} square={small ?? false}>
      <span aria-hidden className="size-8 rounded-code bg-bad" />
      {!small && 'Stop'}
    </Button>
  )
}

/** Other actions on an agent. */
export function AgentMenu({ agent, onHint }: { agent: AtWork; onHint(agent: AtWork): void }) {
  const org = useOrganization()
  const navigate = useNavigate()
  const { writes } = usePermissions()
  const { session, task } = agent
  const items: MenuItem[] = [
    { title: 'Open agent', icon: UserRound, run: () => void navigate({ to: `/${org}/agents/${agent.slug}` }) },
    ...(session ? [{ title: 'Open session', icon: Layers, run: () => void navigate({ to: `/${org}/sessions/${session.id}` }) }] : []),
    ...(canStop(agent) ? [{ title: 'Pause', icon: Pause, run: () => pauseAgent(org, agent) }] : []),
    ...(writes && session?.status === 'running' ? [{ title: 'Send hint', icon: MessageSquareText, run: () => onHint(agent) }] : []),
    ...(writes && task ? [{ title: `Release ${task.key}`, icon: Unlock, run: () => releaseLease(org, agent, task.key) }] : []),
  ]
  return (
    <Menu
      trigger={
        <Button look="quiet" square aria-label={`More about ${agent.name}`}>
          <Ellipsis />
        </Button>
      }
      items={items}
    />
  )
}
