import type { Output } from '@baton/client'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Ellipsis, Globe, Trash2 } from 'lucide-react'
import { act } from '../../../data/writes/act.ts'
import { usePermissions } from '../../../data/permissions.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useAgentsAtWork } from '../../../data/live/agents-at-work.ts'
import { useRead } from '../../../data/reads.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Page } from '../../../ui/page.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { WorkStatusLabel } from '../../../ui/marks/work-status.tsx'
import { statusOf } from '../at-work.ts'
import { StopButton } from '../live/agent-buttons.tsx'
import { AgentDispatch } from '../../machines/runs/agent-dispatch.tsx'
import { RunList } from '../../machines/runs/run-list.tsx'
import { AgentCalls } from './agent-calls.tsx'
import { AgentForm } from './agent-form.tsx'
import { AgentMemory } from './agent-memory.tsx'
import { AgentNow } from './agent-now.tsx'
import { AgentSessions } from './agent-sessions.tsx'
import { AgentSpend } from './agent-spend.tsx'

type Agent = Output<'getAgent'>
const tabs = [
  { value: 'now', title: 'Now' },
  { value: 'runs', title: 'Runs' },
  { value: 'sessions', title: 'Sessions' },
  { value: 'calls', title: 'Tool calls' },
  { value: 'spend', title: 'Spend & budget' },
  { value: 'memory', title: 'Memory' },
  { value: 'settings', title: 'Settings' },
] as const
type Tab = (typeof tabs)[number]['value']

export function AgentPage() {
  const { id = '' } = useParams({ strict: false })
  const read = useRead('getAgent', { agent: id })
  const { tab = 'now' } = useSearch({ strict: false }) as { tab?: Tab }
  const navigate = useNavigate()
  const { writes } = usePermissions()
  const title = read.data ? (
    <>
      <Avatar name={read.data.name} kind="agent" decorative />
      {read.data.name}
    </>
  ) : (
    'Agent'
  )
  return (
    <Page title={title} about={read.data?.role} actions={read.data && <AgentActions agent={read.data} />}>
      <Loaded read={read}>
        {(agent) => (
          <div className="flex flex-col gap-16">
            <AgentHead agent={agent} />
            <Segmented
              label="About this agent"
              value={tab}
              options={writes ? tabs : tabs.filter(({ value }) => value !== 'settings')}
              onChange={(next) => void navigate({ to: '.', search: (next === 'now' ? {} : { tab: next }) as never, replace: true })}
            />
            {tab === 'now' && <AgentNow agent={agent} />}
            {tab === 'runs' && (
              <div className="flex max-w-measure flex-col gap-24">
                <AgentDispatch agent={agent} />
                <section aria-label="Runs" className="flex flex-col gap-8">
                  <h2 className="font-medium">Runs</h2>
                  <RunList of={{ agent: agent.id }} none="Hasn’t run on a machine yet." label={`Runs of ${agent.name}`} />
                </section>
              </div>
            )}
            {tab === 'sessions' && <AgentSessions agent={agent.id} />}
            {tab === 'calls' && <AgentCalls agent={agent.id} />}
            {tab === 'spend' && <AgentSpend agent={agent.id} name={agent.name} />}
            {tab === 'memory' && <AgentMemory agent={agent} />}
            {tab === 'settings' && writes && (
              <div className="max-w-measure">
                <AgentForm key={agent.version} agent={agent} />
              </div>
            )}
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function AgentHead({ agent }: { agent: Agent }) {
  const people = usePeople()
  const { data } = useAgentsAtWork({ agent: agent.id })
  const [now] = data?.items ?? []
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-x-12 gap-y-4 text-muted">
        {now && <WorkStatusLabel {...statusOf(now)} />}
        <span>for {people.actor(agent.owner_id).name}</span>
        {agent.client_name && <Chip mono>{agent.client_name}</Chip>}
        {agent.model && <Chip mono>{agent.model}</Chip>}
        {agent.skills.map((skill) => (
          <Chip key={skill.id}>{skill.name}</Chip>
        ))}
        {agent.visibility === 'public' && (
          <Chip tone="accent">
            <Globe className="size-12" aria-hidden />
            public as {agent.public_slug}
          </Chip>
        )}
      </div>
      {agent.description && <p className="max-w-measure">{agent.description}</p>}
    </div>
  )
}

function AgentActions({ agent }: { agent: Agent }) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const { data } = useAgentsAtWork({ agent: agent.id })
  const [now] = data?.items ?? []
  if (!now?.may_control) return null
  const { id, name } = agent
  const publish = () =>
    void act({
      organization,
      operation: 'publishAgent',
      input: { agent: id },
      label: `Publish ${name}`,
      done: `${name} published`,
      undo: () => ({ organization, operation: 'unpublishAgent', input: { agent: id }, label: `Unpublish ${name}` }),
      then: ['getAgent', 'listAgents'],
    })
  const unpublish = () =>
    void act({
      organization,
      operation: 'unpublishAgent',
      input: { agent: id },
      label: `Unpublish ${name}`,
      done: `${name} unpublished`,
      undo: () => ({ organization, operation: 'publishAgent', input: { agent: id }, label: `Publish ${name}` }),
      then: ['getAgent', 'listAgents'],
    })
  const remove = (archive_memory: boolean) => {
    void act({
      organization,
      operation: 'deleteAgent',
      input: { agent: id, archive_memory },
      label: `Delete ${name}`,
      done: `${name} deleted. Its tokens no longer work.`,
      undo: () => ({ organization, operation: 'restoreAgent', input: { agent: id }, label: `Restore ${name}` }),
      then: ['listAgents', 'listAgentsAtWork'],
    })
    void navigate({ to: `/${organization}/agents` })
  }
  return (
    <>
      <StopButton agent={now} />
      <Menu
        trigger={
          <Button look="quiet" square aria-label={`More about ${name}`}>
            <Ellipsis />
          </Button>
        }
        items={[
          agent.visibility === 'public'
            ? { title: 'Unpublish', icon: Globe, run: unpublish }
            : { title: 'Publish page', icon: Globe, run: publish },
          null,
          { title: 'Delete', icon: Trash2, danger: true, run: () => remove(false) },
          { title: 'Delete, keep its memories', icon: Trash2, danger: true, run: () => remove(true) },
        ]}
      />
    </>
  )
}
