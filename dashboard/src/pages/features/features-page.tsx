import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Columns3, List, Plus, Workflow } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { useOrganization } from '../../data/organization.ts'
import { usePeople } from '../../data/people.ts'
import { useList, useRead } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Count } from '../../ui/chip.tsx'
import { More } from '../../ui/more.tsx'
import { Page } from '../../ui/page.tsx'
import { Rows } from '../../ui/row.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { FeatureBoard } from './list/feature-board.tsx'
import { FeatureRow } from './list/feature-row.tsx'
import { byGate, waitsFor } from './list/groups.ts'
import { NewFeature } from './list/new-feature.tsx'
import { Snoozed } from './list/snoozed.tsx'
import type { FeatureHead } from './parts/words.ts'

type Status = FeatureHead['status']
interface Search {
  status?: Status
  view?: 'list' | 'pipeline'
}

const empty: Record<Status, { title: string; words: string }> = {
  active: {
    title: 'No active features',
    words:
      'Features advance through gates with evidence: spec, plan, build, review, ship. Create one here, or let an agent use create_feature.',
  },
  complete: { title: 'No shipped features', words: 'Features show up here once they pass their last gate.' },
  cancelled: { title: 'No cancelled features', words: 'Cancelled features can be restored at the gate they were at.' },
}

/** The features of a project by their current gate, those that wait for you first. */
export function FeaturesPage() {
  const org = useOrganization()
  const navigate = useNavigate()
  const { slug = '' } = useParams({ strict: false })
  const { status = 'active', view = 'list' } = useSearch({ strict: false }) as Search
  const { writes } = usePeople()
  const [creating, setCreating] = useState(false)
  const list = useList('listFeatures', { project: slug, status, limit: 100 })
  const { data: workflows } = useRead('listWorkflows', {})
  const { data: approvals } = useRead('listApprovals', { project: slug })
  const waiting = status === 'active' ? (approvals?.items ?? []) : []
  const go = (next: Search) =>
    void navigate({
      to: '.',
      search: { ...(next.status !== 'active' && { status: next.status }), ...(next.view !== 'list' && { view: next.view }) } as never,
    })
  useCommands([
    { id: 'new feature', title: 'New feature', group: 'Features', icon: Plus, keys: 'n', run: () => setCreating(true) },
    {
      id: 'workflows',
      title: 'Workflows and approvers',
      group: 'Features',
      icon: Workflow,
      run: () => void navigate({ to: `/${org}/workflows` }),
    },
  ])
  const groups = byGate(list.items, workflows?.items ?? [])
  const waits = (one: FeatureHead) => waitsFor(one, workflows?.items ?? [])
  const mine = (one: FeatureHead) => waiting.some(({ feature }) => feature.id === one.id)
  const pipeline = view === 'pipeline' && status === 'active'
  return (
    <Page
      title="Features & gates"
      width={pipeline ? 'wide' : 'page'}
      views={
        <>
          <Segmented
            label="Filter features"
            value={status}
            onChange={(next) => go({ status: next, view })}
            options={[
              { value: 'active', title: 'Active' },
              { value: 'complete', title: 'Shipped' },
              { value: 'cancelled', title: 'Cancelled' },
            ]}
          />
          {status === 'active' && (
            <Segmented
              label="Layout"
              value={view}
              onChange={(next) => go({ status, view: next })}
              options={[
                { value: 'list', title: 'List', icon: List },
                { value: 'pipeline', title: 'Pipeline', icon: Columns3 },
              ]}
            />
          )}
        </>
      }
      actions={
        <>
          <Button asChild look="quiet">
            <Link to={`/${org}/workflows`}>
              <Workflow aria-hidden /> <span className="max-wide:sr-only">Workflows</span>
            </Link>
          </Button>
          {writes && (
            <Button look="primary" onClick={() => setCreating(true)}>
              <Plus aria-hidden /> New feature
            </Button>
          )}
        </>
      }
    >
      <Loaded read={list}>
        {() =>
          list.items.length === 0 ? (
            <EmptyState
              icon={Workflow}
              title={empty[status].title}
              action={
                writes && status === 'active' ? (
                  <Button look="primary" onClick={() => setCreating(true)}>
                    Create feature
                  </Button>
                ) : undefined
              }
            >
              {empty[status].words}
            </EmptyState>
          ) : pipeline ? (
            <FeatureBoard groups={groups} waits={waits} mine={mine} />
          ) : (
            <div className="flex flex-col gap-20">
              {waiting.length > 0 && (
                <section aria-labelledby="needs-you" className="flex flex-col gap-8">
                  <h2 id="needs-you" className="flex items-center gap-8 font-medium">
                    Needs you <Count value={waiting.length} />
                  </h2>
                  <div className="flex flex-col divide-y divide-line-soft rounded-card border border-line bg-raised shadow-card">
                    {waiting.map((one) => (
                      <ApprovalCard key={one.feature.id} approval={one} compact />
                    ))}
                  </div>
                </section>
              )}
              {status === 'active' && <Snoozed project={slug} />}
              {groups.map((group) => (
                <section key={group.key} aria-labelledby={`at-${group.key}`} className="flex flex-col gap-8">
                  <h2 id={`at-${group.key}`} className="flex items-center gap-8 font-medium">
                    {group.key ? group.title : 'Shipped'} <span className="font-mono text-label text-muted">{group.features.length}</span>
                  </h2>
                  <Rows>
                    {group.features.map((one) => (
                      <FeatureRow key={one.id} feature={one} waits={waits(one)} mine={mine(one)} />
                    ))}
                  </Rows>
                </section>
              ))}
              <More list={list} />
            </div>
          )
        }
      </Loaded>
      <NewFeature project={slug} open={creating} onOpenChange={setCreating} />
    </Page>
  )
}
