import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import type { Task } from '../../../data/tasks/task-patch.ts'
import { Picker } from '../../../ui/picker.tsx'
import { moveTasks } from './move-tasks.ts'

interface PickerProps {
  project: string
  tasks: readonly Task[]
  at: Element | null
  onClose(): void
  /** Called with the first task's new key. */
  onMoved?: (key: string) => void
}

/** Picks the project to move tasks to. */
export function ProjectPicker({ project, tasks, at, onClose, onMoved }: PickerProps) {
  const organization = useOrganization()
  const { data } = useRead('listProjects', {})
  const choices = (data?.items ?? []).filter((one) => one.slug !== project && !one.archived_at)
  const pick = async (slug: string) => {
    const name = choices.find((one) => one.slug === slug)?.name ?? slug
    const [first] = await moveTasks({ organization, project }, tasks, slug, name)
    if (first) onMoved?.(first.key)
  }
  return (
    <Picker
      label="Move to project"
      choices={choices.map(({ slug, name, key }) => ({ value: slug, title: name, words: key }))}
      chosen={[]}
      onPick={(slug) => {
        onClose()
        void pick(slug)
      }}
      at={at}
      open
      onOpenChange={(open) => !open && onClose()}
      onClosed={onClose}
    />
  )
}
