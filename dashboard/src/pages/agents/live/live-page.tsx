import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Bot, Pause, Play, Plug, Square } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import { useOrganization } from '../../../data/organization.ts'
import { useAgentsAtWork } from '../../../data/live/agents-at-work.ts'
import { useSteadyOrder } from '../../../data/steady-order.ts'
import { Button } from '../../../ui/button.tsx'
import { plural } from '../../../ui/format.ts'
import { Page } from '../../../ui/page.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { AgentSnippet } from '../connect/agent-snippet.tsx'
import { useWide } from '../../../ui/use-wide.ts'
import { canResume, canStop, pauseAll, resumeAll } from '../agent-actions.ts'
import type { AtWork } from '../at-work.ts'
import { HintDialog } from '../hint-dialog.tsx'
import { CountsStrip } from './counts-strip.tsx'
import { NeedsStrip } from './needs-strip.tsx'
import { StopAllDialog } from './stop-all-dialog.tsx'
import { WallCards, WallTable } from './wall.tsx'

/** The wall: every agent, what it is doing, and whether it needs someone. */
export function LivePage() {
  const org = useOrganization()
  const navigate = useNavigate()
  const { data, error, refetch } = useAgentsAtWork({}, { watch: true })
  const { status } = useSearch({ strict: false }) as { status?: string }
  const [hint, setHint] = useState<{ session: string; name: string } | null>(null)
  const wide = useWide('rail')
  const [asking, setAsking] = useState(false)
  const { ordered: agents, hold } = useSteadyOrder(data?.items ?? [])
  const stoppable = agents.filter(canStop)
  const resumable = agents.filter(canResume)
  const onHint = ({ session, name }: AtWork) => session && setHint({ session: session.id, name })
  const resume = () => void resumeAll(org, resumable)
  useCommands([
    {
      id: 'stop all agents',
      title: 'Stop all agents',
      group: 'Agents',
      icon: Square,
      writes: true,
      run: () => setAsking(stoppable.length > 0),
    },
    {
      id: 'pause all agents',
      title: 'Pause all agents',
      group: 'Agents',
      icon: Pause,
      writes: true,
      run: () => void pauseAll(org, stoppable),
    },
    { id: 'resume all agents', title: 'Resume all agents', group: 'Agents', icon: Play, writes: true, run: resume },
    { id: 'all agents', title: 'List of agents', group: 'Agents', icon: Bot, run: () => void navigate({ to: `/${org}/agents` }) },
  ])
  const Wall = wide ? WallTable : WallCards
  return (
    <Page
      title="Agents live"
      about={data && plural(agents.length, 'agent')}
      width="wide"
      actions={
        <>
          <Button asChild look="quiet" className="max-wide:hidden">
            <Link to={`/${org}/agents`}>All agents</Link>
          </Button>
          <Button asChild className="max-wide:hidden">
            <Link to={`/${org}/connect`}>
              <Plug aria-hidden />
              Connect an agent
            </Link>
          </Button>
          {resumable.length > 0 && (
            <Button onClick={resume}>
              <Play aria-hidden />
              Resume all
            </Button>
          )}
          {stoppable.length > 0 && (
            <Button onClick={() => void pauseAll(org, stoppable)}>
              <Pause aria-hidden />
              Pause all
            </Button>
          )}
          {stoppable.length > 0 && (
            <Button look="danger" onClick={() => setAsking(true)}>
              <span aria-hidden className="size-8 rounded-code bg-bad" />
              Stop all
            </Button>
          )}
        </>
      }
    >
      <Loaded read={{ data, error, refetch }}>
        {(shown) =>
          shown.items.length === 0 ? (
            <NobodyYet org={org} />
          ) : (
            <div className="flex flex-col pb-24">
              <CountsStrip data={shown} />
              <NeedsStrip agents={agents} onHint={onHint} />
              <div {...hold}>
                <Wall agents={agents.filter((one) => !status || one.status === status)} onHint={onHint} />
              </div>
              <p className="px-16 py-12 text-helper text-muted">
                Sorted by what needs a person, then by name. Last calls are reported by the MCP server; files and spend by checkpoints.
              </p>
            </div>
          )
        }
      </Loaded>
      <StopAllDialog agents={stoppable} open={asking} close={() => setAsking(false)} />
      <HintDialog to={hint} close={() => setHint(null)} />
    </Page>
  )
}

function NobodyYet({ org }: { org: string }) {
  return (
    <EmptyState
      icon={Bot}
      title="No agents yet"
      action={
        <Button asChild look="primary">
          <Link to={`/${org}/connect`}>Connect an agent</Link>
        </Button>
      }
    >
      Connect one with a token. It shows up here with its first tool call: task, lease, spend, and a Stop button.
      <div className="mt-16">
        <AgentSnippet />
      </div>
    </EmptyState>
  )
}
