import type { Output } from '@baton/client'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useAgentsAtWork } from '../../../data/live/agents-at-work.ts'
import { useRead } from '../../../data/reads.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Crumbs } from '../../../ui/crumbs.tsx'
import { dateTime } from '../../../ui/format.ts'
import { Page } from '../../../ui/page.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Ago } from '../../../ui/time.tsx'
import { WorkStatusLabel } from '../../../ui/marks/work-status.tsx'
import { StopButton } from '../live/agent-buttons.tsx'
import { CostCurve } from './cost-curve.tsx'
import { ContextPack } from './context-pack.tsx'
import { SessionRail } from './session-rail.tsx'
import { sessionStatus } from './session-status.ts'
import { SessionSums } from './session-sums.tsx'
import { StepBars } from './step-bars.tsx'
import { StepList } from './step-list.tsx'
import { useSessionSteps } from './use-session-steps.ts'

type Session = Output<'getSession'>

export function SessionPage() {
  const org = useOrganization()
  const { id = '' } = useParams({ strict: false })
  const read = useRead('getSession', { session: id })
  const { data: projects } = useRead('listProjects', {})
  const project = projects?.items.find((one) => one.id === read.data?.project_id)
  const way = [
    ...(project ? [{ to: `/${org}/p/${project.slug}/board`, title: project.name }] : []),
    { to: project ? `/${org}/p/${project.slug}/sessions` : `/${org}/sessions`, title: 'Sessions' },
  ]
  return (
    <Page
      title={<Crumbs way={way} here={`S-${id.slice(-6)}`} />}
      width="wide"
      actions={read.data?.agent && <StopAgent agent={read.data.agent.id} />}
      {...(read.data && { rail: <SessionRail session={read.data} /> })}
    >
      <Loaded read={read}>{(session) => <SessionBody session={session} />}</Loaded>
    </Page>
  )
}

function StopAgent({ agent }: { agent: string }) {
  const { data } = useAgentsAtWork({ agent })
  const [one] = data?.items ?? []
  return one ? <StopButton agent={one} /> : null
}

function SessionBody({ session }: { session: Session }) {
  const { tab = 'steps' } = useSearch({ strict: false }) as { tab?: 'steps' | 'context' }
  const navigate = useNavigate()
  const found = useSessionSteps(session, session.id)
  return (
    <div className="mx-auto flex max-w-page flex-col gap-16 p-16 wide:p-24">
      <SessionHead session={session} />
      <SessionSums session={session} steps={found.steps.length} checkpoints={found.checkpoints} />
      <CostCurve checkpoints={found.checkpoints} />
      <StepBars steps={found.steps} live={found.live} />
      <Segmented
        label="What to show"
        value={tab}
        options={[
          { value: 'steps', title: 'Steps' },
          { value: 'context', title: 'Handover context' },
        ]}
        onChange={(next) => void navigate({ to: '.', search: (next === 'steps' ? {} : { tab: next }) as never, replace: true })}
      />
      {tab === 'steps' ? (
        <StepList steps={found.steps} truncated={found.truncated} live={found.live} />
      ) : (
        <ContextPack session={session.id} />
      )}
    </div>
  )
}

function SessionHead({ session }: { session: Session }) {
  const owner = usePeople().actor(session.owner_id)
  const name = session.agent?.name ?? owner.name
  return (
    <div className="flex items-start gap-12">
      <Avatar name={name} kind={session.agent ? 'agent' : 'person'} size="large" running={session.status === 'running'} decorative />
      <div className="min-w-0 flex-1">
        <h2 className="text-lead font-semibold break-words">{session.title}</h2>
        <p className="flex flex-wrap items-center gap-x-8 text-helper text-muted">
          <WorkStatusLabel {...sessionStatus[session.status]} />
          <span>
            {name}
            {session.agent && ` for ${owner.name}`}
          </span>
          <span>
            last seen <Ago at={session.seen_at} said />
          </span>
          <span>started {dateTime(session.started_at)}</span>
        </p>
        {session.outcome && <p className="mt-8 whitespace-pre-wrap">{session.outcome}</p>}
      </div>
    </div>
  )
}
