import { GitCommitHorizontal } from 'lucide-react'
import { act } from '../../../data/writes/act.ts'
import { useRead } from '../../../data/reads.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { date, plural } from '../../../ui/format.ts'
import { Section } from '../../../ui/page.tsx'
import { Picker } from '../../../ui/picker.tsx'
import { Properties, Property } from '../../../ui/marks/property.tsx'
import { ProofBadge, Sha } from '../../../ui/marks/rank.tsx'
import { Ago } from '../../../ui/time.tsx'
import { Who } from '../../../ui/marks/who.tsx'
import { WorkStatusLabel } from '../../../ui/marks/work-status.tsx'
import { LinkedList } from '../../knowledge/linked-list.tsx'
import { FeatureWatchers } from '../../notices/watchers.tsx'
import { FeatureCode } from '../../repositories/code-section.tsx'
import { MilestoneChoice } from '../../work/tasks/rail/milestone-picker.tsx'
import { History } from './history.tsx'
import { SpecSection } from './spec-section.tsx'
import { TasksSection } from './tasks-section.tsx'
import type { Feature } from '../parts/words.ts'

const why = { created: 'creator', owner: 'owner', commit: 'builder', evidence: 'vouched' }

export function FeatureRail({ feature }: { feature: Feature }) {
  const { actor, writes } = usePeople()
  const authors = [...new Map(feature.authors.map((one) => [one.user_id, one])).values()]
  return (
    <>
      <Section title="Properties">
        <Properties>
          <Property name="Status">
            <Status feature={feature} />
          </Property>
          <Property name="Proof">
            {feature.proof === 'none' ? (
              <span className="text-muted">None</span>
            ) : (
              <ProofBadge proof={feature.proof} covers={feature.proof_covers} />
            )}
          </Property>
          <Property name="Owner">{writes ? <Owner feature={feature} /> : <Who actor={actor(feature.owner_id)} />}</Property>
          <Property name="Milestone">
            <Milestone feature={feature} />
          </Property>
          <Property name="Created by">
            <Who actor={actor(feature.created_by, feature.created_by_agent_id)} />
          </Property>
          <Property name="Workflow">
            <span className="truncate">{feature.workflow}</span>
            <span className="text-muted">{plural(feature.requirements.length, 'gate')}</span>
          </Property>
          <Property name="Started">{date(feature.created_at)}</Property>
          {feature.completed_at && <Property name="Shipped">{date(feature.completed_at)}</Property>}
        </Properties>
      </Section>
      <SpecSection feature={feature} />
      <TasksSection feature={feature} />
      <FeatureCode feature={feature.id} />
      {feature.backlinks.length > 0 && (
        <Section title="Linked from">
          <LinkedList items={feature.backlinks} />
        </Section>
      )}
      <Section title="Authors">
        <ul className="flex flex-col gap-4" aria-label="Authors (can’t approve)">
          {authors.map((one) => (
            <li key={one.user_id} className="flex items-center justify-between gap-8">
              <Who actor={actor(one.user_id)} />
              <span className="text-helper text-muted">{why[one.why]}</span>
            </li>
          ))}
        </ul>
        <p className="mt-6 text-helper text-muted">Authors and their agents can’t approve their own work.</p>
      </Section>
      {feature.commits.length > 0 && (
        <Section title="Commits" aside={feature.commit && <CopyButton text={feature.commit} label="Copy commit" />}>
          <ul className="flex flex-col gap-4">
            {feature.commits.map((one, at) => (
              <li key={one.sha} className="flex items-center gap-8">
                <GitCommitHorizontal className="size-16 shrink-0 text-muted" aria-hidden />
                <Sha commit={one.sha} />
                <span className="min-w-0 flex-1 truncate text-helper text-muted">
                  {at === 0 ? 'now' : 'replaced'} · {one.reported_by ? actor(one.reported_by, one.agent_id).name : 'pushed'}
                </span>
                <Ago at={one.created_at} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <FeatureWatchers feature={feature.id} />
      <History feature={feature} />
    </>
  )
}

function Status({ feature: { status, requirements, gate, missing } }: { feature: Feature }) {
  if (status === 'complete') return <WorkStatusLabel status="done" word="Shipped" />
  if (status === 'cancelled') return <WorkStatusLabel status="idle" word="Cancelled" />
  const kind = requirements.find(({ key }) => key === gate)?.kind
  if (missing.length === 0) {
    const next = requirements[requirements.findIndex(({ key }) => key === gate) + 1]
    return <WorkStatusLabel status="running" word={next ? `Ready for ${next.name}` : 'Ready to ship'} />
  }
  if (kind === 'approval') return <WorkStatusLabel status="waiting" />
  return <WorkStatusLabel status="running" word={kind === 'review' ? 'In review' : 'Active'} />
}

function Milestone({ feature: { id, ref, project_id, milestone_id } }: { feature: Feature }) {
  const organization = useOrganization()
  const { data: projects } = useRead('listProjects', {})
  const project = projects?.items.find((one) => one.id === project_id)?.slug
  if (!project) return null
  const change = (milestone: string | null, label: string) => ({
    organization,
    operation: 'updateFeature' as const,
    input: { feature: id, milestone },
    label,
  })
  const set = (milestone: string | null) =>
    milestone !== milestone_id &&
    void act({
      ...change(milestone, `Change milestone of ${ref}`),
      done: milestone ? `${ref} moved to the milestone` : `${ref} has no milestone`,
      undo: () => change(milestone_id, `Undo milestone change of ${ref}`),
      then: ['getFeature', 'listFeatures', 'listMilestones'],
    })
  return <MilestoneChoice project={project} chosen={milestone_id} set={set} />
}

function Owner({ feature }: { feature: Feature }) {
  const organization = useOrganization()
  const { members, actor } = usePeople()
  const give = (user: string) =>
    act({
      organization,
      operation: 'updateFeature',
      input: { feature: feature.id, owner: user },
      label: `Assign ${feature.ref} to ${actor(user).name}`,
      done: `${actor(user).name} owns ${feature.ref}`,
      undo: () => ({
        organization,
        operation: 'updateFeature',
        input: { feature: feature.id, owner: feature.owner_id },
        label: `Undo owner change of ${feature.ref}`,
      }),
      then: ['getFeature', 'listFeatures'],
    })
  return (
    <Picker
      label="Owner"
      chosen={[feature.owner_id]}
      choices={members
        .filter(({ role }) => role !== 'viewer')
        .map((one) => ({
          value: one.user_id,
          title: one.name,
          words: one.handle,
          icon: <Avatar name={one.name} kind="person" size="small" decorative />,
        }))}
      onPick={(user) => user !== feature.owner_id && void give(user)}
      trigger={
        <Button look="quiet" className="-ml-10 max-w-full">
          <span className="flex min-w-0 text-fg">
            <Who actor={actor(feature.owner_id)} />
          </span>
        </Button>
      }
    />
  )
}
