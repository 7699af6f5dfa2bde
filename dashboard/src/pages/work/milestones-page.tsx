import { useParams } from '@tanstack/react-router'
import { Flag, Plus } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { useOrganization } from '../../data/organization.ts'
import { usePermissions } from '../../data/permissions.ts'
import { useList, useRead } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { plural } from '../../ui/format.ts'
import { More } from '../../ui/more.tsx'
import { Page } from '../../ui/page.tsx'
import { Rows } from '../../ui/row.tsx'
import { LinkTabs } from '../../ui/segmented.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import { projectTabs } from './frame/project-tabs.ts'
import { DeleteMilestone, MilestoneDialog, type Milestone } from './milestones/milestone-dialog.tsx'
import { MilestoneRow } from './milestones/milestone-row.tsx'

/** Milestones of a project, the next one first. */
export function MilestonesPage() {
  const { slug = '' } = useParams({ strict: false })
  const org = useOrganization()
  const { writes } = usePermissions()
  const { data: projects } = useRead('listProjects', {})
  const project = projects?.items.find((one) => one.slug === slug)
  const list = useList('listMilestones', { project: slug, limit: 50 })
  const [opened, setOpened] = useState<Milestone | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Milestone | null>(null)
  const create = () => setOpened('new')
  useCommands([{ id: 'milestone new', title: 'New milestone', group: 'Project', icon: Plus, keys: 'n', writes: true, run: create }])
  const button = writes && (
    <Button look="primary" onClick={create}>
      <Plus />
      New milestone
    </Button>
  )
  const content = () => {
    if (list.error && !list.data) return <FailedState error={list.error} retry={() => void list.refetch()} />
    if (!list.data) return <Skeleton rows={5} />
    if (list.items.length === 0)
      return (
        <EmptyState icon={Flag} title="No milestones yet" action={button}>
          A milestone groups tasks and features by what they lead to, with a target date.
        </EmptyState>
      )
    return (
      <>
        <Rows>
          {list.items.map((milestone) => (
            <MilestoneRow
              key={milestone.id}
              {...{ org, project: slug, milestone, writes }}
              onEdit={() => setOpened(milestone)}
              onDelete={() => setDeleting(milestone)}
            />
          ))}
        </Rows>
        <More list={list} />
      </>
    )
  }
  return (
    <Page
      title={project?.name ?? slug}
      tab="Milestones"
      about={list.data ? plural(list.items.length, 'milestone') : ''}
      views={<LinkTabs label="Views" tabs={projectTabs(org, slug)} />}
      actions={list.items.length > 0 && button}
    >
      {content()}
      {opened && <MilestoneDialog project={slug} milestone={opened === 'new' ? undefined : opened} onClose={() => setOpened(null)} />}
      {deleting && <DeleteMilestone milestone={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  )
}
