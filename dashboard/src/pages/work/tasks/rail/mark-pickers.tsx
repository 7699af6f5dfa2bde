import { useEditTasks } from '../../../../data/tasks/edit-tasks.ts'
import { Picker } from '../../../../ui/picker.tsx'
import {
  PriorityIcon,
  StatusIcon,
  taskPriorities,
  taskStatuses,
  type TaskPriority,
  type TaskStatus,
} from '../../../../ui/marks/task-marks.tsx'
import type { Item } from '../../../../data/tasks/items.ts'
import { ValueButton } from './value-button.tsx'

export interface PickerOf {
  item: Item
  chip?: boolean
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

const statuses = Object.entries(taskStatuses) as [TaskStatus, { word: string }][]
const priorities = Object.entries(taskPriorities) as [TaskPriority, { word: string }][]

export function StatusPicker({ item, chip, ...control }: PickerOf) {
  const edit = useEditTasks(item.project.slug)
  return (
    <Picker
      {...control}
      label="Status"
      choices={statuses.map(([value, mark]) => ({ value, title: mark.word, icon: <StatusIcon status={value} /> }))}
      chosen={[item.status]}
      onPick={(value) => edit.edit([item], { status: value as TaskStatus }, { sure: true })}
      trigger={
        <ValueButton chip={chip} label="Status">
          <StatusIcon status={item.status} />
          {taskStatuses[item.status].word}
        </ValueButton>
      }
    />
  )
}

export function PriorityPicker({ item, chip, ...control }: PickerOf) {
  const edit = useEditTasks(item.project.slug)
  return (
    <Picker
      {...control}
      label="Priority"
      choices={priorities.map(([value, mark]) => ({ value, title: mark.word, icon: <PriorityIcon priority={value} /> }))}
      chosen={[item.priority]}
      onPick={(value) => edit.edit([item], { priority: value as TaskPriority })}
      trigger={
        <ValueButton chip={chip} label="Priority">
          <PriorityIcon priority={item.priority} />
          {taskPriorities[item.priority].word}
        </ValueButton>
      }
    />
  )
}
