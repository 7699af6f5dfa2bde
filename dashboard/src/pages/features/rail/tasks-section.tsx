import { useState } from 'react'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useRead } from '../../../data/reads.ts'
import { useTasks } from '../../../data/tasks/tasks.ts'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/page.tsx'
import { Picker } from '../../../ui/picker.tsx'
import { StatusIcon } from '../../../ui/marks/task-marks.tsx'
import { LinkedList } from '../../knowledge/linked-list.tsx'
import type { Feature } from '../parts/words.ts'

export function TasksSection({ feature }: { feature: Feature }) {
  const { data: projects } = useRead('listProjects', {})
  const slug = projects?.items.find(({ id }) => id === feature.project_id)?.slug
  const { writes } = usePeople()
  const progress = feature.task_progress
  const set = useSetTasks(feature)
  const ids = feature.tasks.map(({ id }) => id)
  return (
    <Section
      title="Tasks"
      aside={
        typeof progress === 'object' && (
          <span className="text-helper text-muted">{`${progress.complete} of ${progress.complete + progress.open} complete`}</span>
        )
      }
    >
      {feature.tasks.length > 0 ? (
        <LinkedList items={feature.tasks} onRemove={writes ? (one) => set(ids.filter((id) => id !== one.id)) : undefined} />
      ) : (
        <p className="text-helper text-muted">No tasks linked. Link tasks to track progress.</p>
      )}
      {writes && slug && (
        <AddTask slug={slug} chosen={ids} onPick={(id) => set(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])} />
      )}
    </Section>
  )
}

function useSetTasks(feature: Feature): (tasks: string[]) => void {
  const organization = useOrganization()
  const before = feature.tasks.map(({ id }) => id)
  const write = (tasks: string[]) => ({
    organization,
    operation: 'updateFeature' as const,
    input: { feature: feature.id, tasks },
    label: `Link tasks to ${feature.ref}`,
  })
  return (tasks) =>
    void act({
      ...write(tasks),
      done: tasks.length < before.length ? 'Task unlinked' : 'Task linked',
      undo: () => write(before),
      then: ['getFeature'],
    })
}

interface AddProps {
  slug: string
  chosen: readonly string[]
  onPick(id: string): void
}

/** The project's tasks are loaded only when someone looks for one to link. */
function AddTask(props: AddProps) {
  const [open, setOpen] = useState(false)
  return (
    <div className="mt-6">
      {open ? <TaskPicker {...props} onClosed={() => setOpen(false)} /> : <Button onClick={() => setOpen(true)}>Link task</Button>}
    </div>
  )
}

function TaskPicker({ slug, chosen, onPick, onClosed }: AddProps & { onClosed(): void }) {
  const { tasks } = useTasks(useOrganization(), slug, true)
  return (
    <Picker
      label="Link task"
      open
      onOpenChange={(open) => open || onClosed()}
      several
      choices={tasks.map(({ id, key, title, status }) => ({
        value: id,
        title: `${key} ${title}`,
        icon: <StatusIcon status={status} labelled />,
      }))}
      chosen={chosen}
      onPick={onPick}
      trigger={<Button>Link task</Button>}
    />
  )
}
