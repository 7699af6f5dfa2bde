import { Link, useNavigate } from '@tanstack/react-router'
import { Activity, Bot, Globe, Plug, Plus } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useAgentsAtWork } from '../../../data/live/agents-at-work.ts'
import { useList } from '../../../data/reads.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { More } from '../../../ui/more.tsx'
import { Page } from '../../../ui/page.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { EmptyState, Skeleton } from '../../../ui/states.tsx'
import { AgentSnippet } from '../connect/agent-snippet.tsx'
import { Ago } from '../../../ui/time.tsx'
import { WorkStatusLabel } from '../../../ui/marks/work-status.tsx'
import { CompletedSparkline } from '../../insights/completed-sparkline.tsx'
import { statusOf } from '../at-work.ts'
import { AgentForm } from './agent-form.tsx'

/** All agents of the organization, and a way to create one. */
export function AgentsPage() {
  const org = useOrganization()
  const navigate = useNavigate()
  const people = usePeople()
  const list = useList('listAgents', { limit: 50 })
  const { data: work } = useAgentsAtWork()
  const [creating, setCreating] = useState(false)
  useCommands([{ id: 'new agent', title: 'New agent', group: 'Agents', icon: Plus, writes: true, run: () => setCreating(true) }])
  return (
    <Page
      title="Agents"
      about={list.data && (list.hasNextPage ? `${list.items.length}+` : list.items.length)}
      actions={
        <>
          <Button asChild look="quiet">
            <Link to={`/${org}/agents/live`}>
              <Activity aria-hidden />
              Live
            </Link>
          </Button>
          {people.writes && (
            <Button onClick={() => setCreating(true)}>
              <Plus />
              New agent
            </Button>
          )}
        </>
      }
    >
      {list.data === undefined ? (
        list.error ? (
          <FailedState error={list.error} retry={() => void list.refetch()} />
        ) : (
          <Skeleton />
        )
      ) : list.items.length === 0 ? (
        <EmptyState
          icon={Bot}
          title="No agents yet"
          action={
            <Button asChild look="primary">
              <Link to={`/${org}/connect`}>
                <Plug aria-hidden />
                Connect an agent
              </Link>
            </Button>
          }
        >
          Agents are created automatically when a client first connects. Or create one here with a role and skills.
          <div className="mt-16">
            <AgentSnippet />
          </div>
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-12">
          <Rows>
            {list.items.map((agent) => {
              const now = work?.items.find(({ id }) => id === agent.id)
              return (
                <Row key={agent.id} className="relative flex-wrap hover:bg-hover wide:flex-nowrap">
                  <Avatar name={agent.name} kind="agent" size="large" running={now?.status === 'running'} decorative />
                  <div className="min-w-0 flex-1">
                    <Link
                      to={`/${org}/agents/${agent.slug}`}
                      className="block truncate rounded-code font-medium after:absolute after:inset-0"
                    >
                      {agent.name}
                    </Link>
                    <p className="truncate text-helper text-muted">
                      {[agent.role, people.actor(agent.owner_id).name, agent.client_name, agent.model].filter(Boolean).join(' · ')}
                    </p>
                  </div>
                  <CompletedSparkline of="agents" id={agent.id} name={agent.name} />
                  {agent.visibility === 'public' && (
                    <Chip>
                      <Globe className="size-12" aria-hidden />
                      public
                    </Chip>
                  )}
                  {now && <WorkStatusLabel {...statusOf(now)} />}
                  {now?.last_call ? <Ago at={now.last_call.at} /> : <span className="text-label text-muted">never connected</span>}
                </Row>
              )
            })}
          </Rows>
          <More list={list} />
        </div>
      )}
      <Dialog open={creating} onOpenChange={setCreating} title="New agent" about="It acts through a token, with its owner’s permissions.">
        <AgentForm
          done={(slug) => {
            setCreating(false)
            if (slug) void navigate({ to: `/${org}/agents/${slug}` })
          }}
        />
      </Dialog>
    </Page>
  )
}
