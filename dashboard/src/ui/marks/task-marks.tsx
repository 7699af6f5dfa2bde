import type { Output } from '@baton/client'
import { Ban, Circle, CircleCheck, CircleDashed, CircleDotDashed, Contrast, TriangleAlert, type LucideIcon } from 'lucide-react'
import { PriorityHigh, PriorityLow, PriorityMedium, PriorityNone } from './priority-icons.ts'

export type TaskStatus = Output<'listTasks'>['items'][number]['status']
export type TaskPriority = Output<'listTasks'>['items'][number]['priority']

interface Mark {
  word: string
  icon: LucideIcon
  colour: string
}

export const taskStatuses: Record<TaskStatus, Mark> = {
  backlog: { word: 'Backlog', icon: CircleDashed, colour: 'text-faint' },
  todo: { word: 'Todo', icon: Circle, colour: 'text-muted' },
  in_progress: { word: 'In progress', icon: Contrast, colour: 'text-warn' },
  in_review: { word: 'In review', icon: CircleDotDashed, colour: 'text-accent' },
  complete: { word: 'Complete', icon: CircleCheck, colour: 'text-muted' },
  cancelled: { word: 'Cancelled', icon: Ban, colour: 'text-faint' },
}

export const taskPriorities: Record<TaskPriority, Mark> = {
  urgent: { word: 'Urgent', icon: TriangleAlert, colour: 'text-warn' },
  high: { word: 'High', icon: PriorityHigh, colour: 'text-fg' },
  medium: { word: 'Medium', icon: PriorityMedium, colour: 'text-muted' },
  low: { word: 'Low', icon: PriorityLow, colour: 'text-muted' },
  none: { word: 'No priority', icon: PriorityNone, colour: 'text-faint' },
}

function MarkIcon({ mark: { icon: Icon, word, colour }, labelled }: { mark: Mark; labelled?: boolean | undefined }) {
  return <Icon className={`size-16 shrink-0 ${colour}`} {...(labelled ? { role: 'img', 'aria-label': word } : { 'aria-hidden': true })} />
}

/** `labelled` where no word stands beside it. */
export const StatusIcon = ({ status, labelled }: { status: TaskStatus; labelled?: boolean }) => (
  <MarkIcon mark={taskStatuses[status]} labelled={labelled} />
)
export const PriorityIcon = ({ priority, labelled }: { priority: TaskPriority; labelled?: boolean }) => (
  <MarkIcon mark={taskPriorities[priority]} labelled={labelled} />
)
