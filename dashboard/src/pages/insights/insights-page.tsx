import type { Output } from '@baton/client'
import { Link, useParams } from '@tanstack/react-router'
import { ChartLine, RefreshCw, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOrganization } from '../../data/organization.ts'
import { useRead } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { plural } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { LinkTabs, Segmented } from '../../ui/segmented.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { BurnUpChart } from './charts/burn-up.tsx'
import { CostChart } from './charts/cost.tsx'
import { CycleTimeChart } from './charts/cycle-times.tsx'
import { FlowChart } from './charts/flow.tsx'
import { GateWaits } from './charts/gate-waits.tsx'
import { ThroughputChart } from './charts/throughput.tsx'
import { Figures } from './figures.tsx'
import { InsightsFilters } from './insights-filters.tsx'
import { useInsightsSearch } from './use-insights-search.ts'

type Insights = Output<'getInsights'>
type Scope = Insights['of']['kind']

const useAsked = () => {
  const [{ days, from, to, agent, label, project }] = useInsightsSearch()
  return {
    ...(days && { days: Number(days) }),
    ...(from && { from }),
    ...(to && { to }),
    ...(agent && { agent }),
    ...(label && { label: String(label) }),
    ...(project && { project }),
  }
}

export function OrganizationInsightsPage() {
  const read = useRead('getInsights', useAsked())
  return <Frame scope="organization" read={read} />
}

export function ProjectInsightsPage() {
  const { slug = '' } = useParams({ strict: false })
  const { project: _, ...asked } = useAsked()
  const read = useRead('getProjectInsights', { project: slug, ...asked })
  return <Frame scope="project" read={read} slug={slug} />
}

export function TeamInsightsPage() {
  const { id = '' } = useParams({ strict: false })
  const org = useOrganization()
  const read = useRead('getTeamAnalytics', { team: id, ...useAsked() })
  return (
    <Frame
      scope="team"
      read={read}
      above={
        <Link to={`/${org}/teams/${id}`} className="font-normal text-muted hover:underline">
          {read.data?.of.name ?? id}
        </Link>
      }
    />
  )
}

interface FrameProps {
  scope: Scope
  slug?: string
  above?: ReactNode
  read: { data: Insights | undefined; error: Error | null; refetch(): unknown; isFetching: boolean }
}

function Frame({ scope, slug, above, read }: FrameProps) {
  const [search, change] = useInsightsSearch()
  const org = useOrganization()
  const tabs = [
    { to: `/${org}/p/${slug}/insights`, title: 'Project' },
    { to: `/${org}/insights`, title: 'Organization' },
  ]
  return (
    <Page
      own
      title={
        <>
          Insights
          {above}
        </>
      }
      about={read.data && `${scope === 'team' ? '' : `${read.data.of.name} · `}${plural(read.data.projects, 'project')}`}
      views={slug && <LinkTabs label="Scope" tabs={tabs} />}
      actions={
        <>
          {read.data && (
            <span className="text-helper text-muted">
              Updated <Ago at={read.data.computed_at} said />
            </span>
          )}
          <Button look="quiet" square aria-label="Refresh" busy={read.isFetching} onClick={() => void read.refetch()}>
            <RefreshCw aria-hidden />
          </Button>
          <Segmented
            label="Show as"
            value={search.view ?? 'charts'}
            options={[
              { value: 'charts', title: 'Charts', icon: ChartLine },
              { value: 'tables', title: 'Tables', icon: Table2 },
            ]}
            onChange={(view) => change({ view: view === 'tables' ? view : undefined })}
          />
        </>
      }
    >
      <div className="flex flex-col gap-12">
        <InsightsFilters scope={scope} slug={slug} />
        <Loaded read={read} rows={8}>
          {(insights) => <Charts insights={insights} scope={scope} />}
        </Loaded>
      </div>
    </Page>
  )
}

function Charts({ insights, scope }: { insights: Insights; scope: Scope }) {
  if (insights.projects === 0)
    return (
      <EmptyState icon={ChartLine} title="No projects yet">
        {scope === 'team'
          ? 'This team has no projects you can see. Add it to a workspace with projects.'
          : 'Insights start with a project’s first task.'}
      </EmptyState>
    )
  const { burn_up, flow, cycle_times, gates, waits, throughput, cost, from, to } = insights
  return (
    <>
      <Figures insights={insights} />
      <div className="grid grid-cols-1 gap-12 rail:grid-cols-2">
        <BurnUpChart burnUp={burn_up} />
        <CycleTimeChart cycleTimes={cycle_times} from={from} to={to} />
        <FlowChart flow={flow} />
        <ThroughputChart throughput={throughput} />
        <GateWaits gates={gates} waits={waits} />
        {cost && <CostChart cost={cost} />}
      </div>
      <p className="text-helper text-muted">
        Days start at midnight UTC. People are never ranked, and medians of fewer than three are hidden. Deleted tasks don’t count.
      </p>
    </>
  )
}
