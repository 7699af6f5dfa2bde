import { useOrganization } from '../../../data/organization.ts'
import { Picker } from '../../../ui/picker.tsx'
import {
  PriorityIcon,
  StatusIcon,
  taskPriorities,
  taskStatuses,
  type TaskPriority,
  type TaskStatus,
} from '../../../ui/marks/task-marks.tsx'
import { changeItem } from '../change-item.ts'
import type { Item } from '../item.ts'
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
  const organization = useOrganization()
  return (
    <Picker
      {...control}
      label="Status"
      choices={statuses.map(([value, mark]) => ({ value, title: mark.word, icon: <StatusIcon status={value} /> }))}
      chosen={[item.status]}
      onPick={(value) => {
        const status = value as TaskStatus
        const label = `Set ${item.key} to ${taskStatuses[status].word}`
        // A person's change of status ends the lease.
        const shown = { status, lease: null, lease_holder: null, lease_until: null }
        void changeItem({ organization, item, fields: { status }, shown, label })
      }}
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
  const organization = useOrganization()
  return (
    <Picker
      {...control}
      label="Priority"
      choices={priorities.map(([value, mark]) => ({ value, title: mark.word, icon: <PriorityIcon priority={value} /> }))}
      chosen={[item.priority]}
      onPick={(value) => {
        const priority = value as TaskPriority
        void changeItem({ organization, item, fields: { priority }, shown: { priority }, label: `Set the priority of ${item.key}` })
      }}
      trigger={
        <ValueButton chip={chip} label="Priority">
          <PriorityIcon priority={item.priority} />
          {taskPriorities[item.priority].word}
        </ValueButton>
      }
    />
  )
}
