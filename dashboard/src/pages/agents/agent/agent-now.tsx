import type { Output } from '@baton/client'
import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { useAgentsAtWork } from '../../../data/live/agents-at-work.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { date } from '../../../ui/format.ts'
import { Card, Row, Rows } from '../../../ui/row.tsx'
import { Ago } from '../../../ui/time.tsx'
import { releaseLease } from '../agent-actions.ts'
import { HintDialog } from '../hint-dialog.tsx'
import { CallCell, LeaseCell, SpendCell, StatusCell, TaskCell } from '../live/agent-cells.tsx'

/** What the agent is doing, what it did last, and the tokens it connected with. */
export function AgentNow({ agent }: { agent: Output<'getAgent'> }) {
  const org = useOrganization()
  const { data } = useAgentsAtWork({ agent: agent.id }, { watch: true })
  const { data: tokens } = useRead('listMcpTokens', { limit: 100 })
  const [hint, setHint] = useState<{ session: string; name: string } | null>(null)
  const [now] = data?.items ?? []
  const own = (tokens?.items ?? []).filter((one) => one.agent_id === agent.id)
  const { session, task } = now ?? {}
  return (
    <div className="flex flex-col gap-16">
      {now && (
        <Card className="flex flex-col gap-12 p-12">
          <div className="grid gap-12 wide:grid-cols-2">
            <StatusCell agent={now} />
            <TaskCell agent={now} />
          </div>
          <dl className="grid grid-cols-2 gap-12 wide:grid-cols-4">
            <Fact title="Lease">
              <LeaseCell agent={now} />
            </Fact>
            <Fact title="Last tool call">
              <CallCell agent={now} />
            </Fact>
            <Fact title="Spend today">
              <SpendCell agent={now} />
            </Fact>
            <Fact title="Open tasks">
              <span className="font-mono">{agent.open_tasks}</span>
            </Fact>
          </dl>
          {(session || task) && (
            <div className="flex flex-wrap gap-6">
              {session && (
                <Button asChild>
                  <Link to={`/${org}/sessions/${session.id}`}>Open session</Link>
                </Button>
              )}
              {session?.status === 'running' && (
                <Button onClick={() => setHint({ session: session.id, name: agent.name })}>Send hint</Button>
              )}
              {task && (
                <Button look="quiet" onClick={() => releaseLease(org, agent, task.key)}>
                  Release {task.key}
                </Button>
              )}
            </div>
          )}
        </Card>
      )}
      <section>
        <h2 className="mb-8 font-medium">Recent activity</h2>
        {agent.activity.length === 0 ? (
          <p className="text-muted">No activity yet.</p>
        ) : (
          <Rows>
            {agent.activity.map((one) => (
              <Row key={one.seq}>
                <span className="min-w-0 flex-1 truncate first-letter:uppercase" title={one.summary}>
                  {one.summary}
                </span>
                <Ago at={one.at} />
              </Row>
            ))}
          </Rows>
        )}
      </section>
      <section>
        <h2 className="mb-8 font-medium">Tokens for this agent</h2>
        {own.length === 0 ? (
          <p className="text-muted">
            You have no tokens for this agent.{' '}
            <Link to={`/${org}/settings/tokens`} className="text-accent underline">
              Create token
            </Link>
          </p>
        ) : (
          <Rows>
            {own.map((one) => (
              <Row key={one.id}>
                <KeyRound className="size-16 text-muted" aria-hidden />
                <span className="min-w-0 flex-1 truncate">{one.name}</span>
                <span className="font-mono text-label text-muted">…{one.last_four}</span>
                <span className="text-helper text-muted">{one.revoked_at ? 'revoked' : `until ${date(one.expires_at)}`}</span>
              </Row>
            ))}
          </Rows>
        )}
      </section>
      <HintDialog to={hint} close={() => setHint(null)} />
    </div>
  )
}

const Fact = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-label text-muted">{title}</dt>
    <dd>{children}</dd>
  </div>
)
