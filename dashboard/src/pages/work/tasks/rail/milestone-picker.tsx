import { useOrganization } from '../../../../data/organization.ts'
import { useRead } from '../../../../data/reads.ts'
import { useEditTasks } from '../../../../data/tasks/edit-tasks.ts'
import type { Item } from '../../../../data/tasks/items.ts'
import { act } from '../../../../data/writes/act.ts'
import { Picker } from '../../../../ui/picker.tsx'
import { ValueButton } from './value-button.tsx'

const none = 'none'

/** The milestone a task belongs to. */
export function MilestonePicker({ item }: { item: Item }) {
  const project = item.project.slug
  const edit = useEditTasks(project)
  return <MilestoneChoice project={project} chosen={item.milestone_id} set={(milestone_id) => edit.edit([item], { milestone_id })} />
}

interface ChoiceProps {
  /** Slug of the project that has the milestones. */
  project: string
  chosen: string | null
  set(milestone: string | null): void
}

/** Picks a milestone of a project; one that does not exist yet is created from its name. */
export function MilestoneChoice({ project, chosen, set }: ChoiceProps) {
  const organization = useOrganization()
  const { data } = useRead('listMilestones', { project, limit: 100 })
  const current = data?.items.find(({ id }) => id === chosen)
  const create = async (name: string) => {
    const made = await act({
      organization,
      operation: 'createMilestone',
      input: { project, name },
      label: `Create ${name}`,
      then: ['listMilestones'],
    })
    if (made) set(made.id)
  }
  return (
    <Picker
      label="Milestone"
      choices={[{ value: none, title: 'No milestone' }, ...(data?.items ?? []).map(({ id, name }) => ({ value: id, title: name }))]}
      chosen={[chosen ?? none]}
      onPick={(value) => set(value === none ? null : value)}
      onCreate={(name) => void create(name)}
      trigger={
        <ValueButton label="Milestone">
          {current ? <span className="truncate">{current.name}</span> : <span className="text-muted">None</span>}
        </ValueButton>
      }
    />
  )
}
