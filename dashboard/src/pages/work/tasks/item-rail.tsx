import { Link } from '@tanstack/react-router'
import { CircleUserRound, Signal, Tags, CircleDot } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import { useOrganization } from '../../../data/organization.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { dateTime } from '../../../ui/format.ts'
import { Section } from '../../../ui/page.tsx'
import { ProofBadge } from '../../../ui/marks/rank.tsx'
import { Properties, Property } from '../../../ui/marks/property.tsx'
import type { Item } from '../../../data/tasks/items.ts'
import { ItemWatchers } from '../../notices/watchers.tsx'
import { TaskCode } from '../../repositories/code-section.tsx'
import { AssigneePicker } from './rail/assignee-picker.tsx'
import { TaskChecks } from './rail/checks.tsx'
import { Dependencies } from './rail/dependencies.tsx'
import { FeatureGate, FeaturePicker } from './rail/feature-gate.tsx'
import { LabelPicker, ParentPicker } from './rail/list-properties.tsx'
import { PriorityPicker, StatusPicker } from './rail/mark-pickers.tsx'
import { Spend } from './rail/spend.tsx'
import { MilestonePicker } from './rail/milestone-picker.tsx'
import { RelatedTasks } from './rail/related.tsx'
import { DateField, EstimateField } from './rail/text-properties.tsx'
import { Why } from './rail/why.tsx'

type Which = 'status' | 'priority' | 'assignee' | 'labels'

/** The properties of an item, each edited in place. */
export function ItemRail({ item }: { item: Item }) {
  const [opened, setOpened] = useState<Which | null>(null)
  const control = (which: Which) => ({
    open: opened === which,
    onOpenChange: (open: boolean) => setOpened(open ? which : null),
  })
  const isTask = item.kind === 'task'
  useCommands([
    { id: 'item status', title: 'Set status', group: 'Task', icon: CircleDot, keys: 's', writes: true, run: () => setOpened('status') },
    { id: 'item priority', title: 'Set priority', group: 'Task', icon: Signal, keys: 'p', writes: true, run: () => setOpened('priority') },
    {
      id: 'item assignee',
      title: 'Assign',
      group: 'Task',
      icon: CircleUserRound,
      keys: 'a',
      writes: true,
      run: () => setOpened('assignee'),
    },
    { id: 'item labels', title: 'Set labels', group: 'Task', icon: Tags, keys: 'l', writes: true, run: () => setOpened('labels') },
  ])
  return (
    <>
      <Section title="Properties">
        <Properties>
          <Property name="Status">
            <StatusPicker item={item} {...control('status')} />
          </Property>
          <Property name="Priority">
            <PriorityPicker item={item} {...control('priority')} />
          </Property>
          <Property name="Assignee">
            <AssigneePicker item={item} {...control('assignee')} />
          </Property>
          {isTask && (
            <>
              <Property name="Feature">
                <FeaturePicker item={item} />
              </Property>
              <Property name="Gate">
                <FeatureGate item={item} />
              </Property>
              <Property name="Proof">
                {item.proof === 'none' ? (
                  <span className="text-muted">None</span>
                ) : (
                  <ProofBadge proof={item.proof} covers={item.proof_covers} />
                )}
              </Property>
              <Property name="Estimate">
                <EstimateField item={item} />
              </Property>
              <Property name="Milestone">
                <MilestonePicker item={item} />
              </Property>
            </>
          )}
          <Property name="Start">
            <DateField item={item} field="start_on" />
          </Property>
          <Property name="Due">
            <DateField item={item} field="due_on" />
          </Property>
          <Property name="Labels">
            <LabelPicker item={item} {...control('labels')} />
          </Property>
          {isTask && (
            <>
              <Property name="Parent">
                <ParentPicker item={item} />
              </Property>
              <Property name="Spend">
                <Spend item={item} />
              </Property>
            </>
          )}
        </Properties>
      </Section>
      {isTask && <TaskChecks task={item.id} />}
      {isTask && <TaskCode task={item.id} />}
      {isTask && <Why item={item} />}
      {isTask && <Dependencies item={item} />}
      <ItemWatchers item={item.key} />
      {isTask && <RelatedTasks item={item} />}
      <Nearby item={item} />
      <Section title="History">
        <p className="text-helper text-muted">
          Created by {createdBy(item)}, {dateTime(item.created_at)} · Updated {dateTime(item.updated_at)} · v{item.version}
        </p>
        {item.completion_notes && <p className="mt-4 text-helper break-words">{item.completion_notes}</p>}
      </Section>
    </>
  )
}

/** An agent's work is attributed to the agent, with its owner named beside it. */
function createdBy({ author, author_agent }: Item): string {
  const person = author?.name ?? 'a former member'
  return author_agent ? `${author_agent.name} (agent of ${person})` : person
}

/** Who is working nearby: two who touch the same place can talk before they conflict. */
function Nearby({ item }: { item: Item }) {
  const organization = useOrganization()
  if (item.held_nearby.length === 0) return null
  return (
    <Section title="Also in progress">
      <ul>
        {item.held_nearby.map(({ key, title, agent, user }) => (
          <li key={key} className="flex min-h-row items-center gap-8">
            <Avatar name={agent?.name ?? user?.name ?? '?'} kind={agent ? 'agent' : 'person'} size="small" />
            <Link to={`/${organization}/t/${key}`} className="touch flex min-w-0 flex-1 items-center gap-8 hover:underline">
              <span className="shrink-0 font-mono text-label whitespace-nowrap text-muted">{key}</span>
              <span className="truncate">{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
