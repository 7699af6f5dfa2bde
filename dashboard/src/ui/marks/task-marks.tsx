import type { Output } from '@baton/client'
import { Ban, Circle, CircleCheck, CircleDashed, CircleDotDashed, Contrast, TriangleAlert, type LucideIcon } from 'lucide-react'
import { priorityWords, statusWords } from '../../data/tasks/task-words.ts'
import { PriorityHigh, PriorityLow, PriorityMedium, PriorityNone } from './priority-icons.ts'

export type TaskStatus = Output<'listTasks'>['items'][number]['status']
export type TaskPriority = Output<'listTasks'>['items'][number]['priority']

interface Mark {
  word: string
  icon: LucideIcon
  colour: string
}

export const taskStatuses: Record<TaskStatus, Mark> = {
  backlog: { word: statusWords.backlog, icon: CircleDashed, colour: 'text-faint' },
  todo: { word: statusWords.todo, icon: Circle, colour: 'text-muted' },
  in_progress: { word: statusWords.in_progress, icon: Contrast, colour: 'text-warn' },
  in_review: { word: statusWords.in_review, icon: CircleDotDashed, colour: 'text-accent' },
  complete: { word: statusWords.complete, icon: CircleCheck, colour: 'text-muted' },
  cancelled: { word: statusWords.cancelled, icon: Ban, colour: 'text-faint' },
}

export const taskPriorities: Record<TaskPriority, Mark> = {
  urgent: { word: priorityWords.urgent, icon: TriangleAlert, colour: 'text-warn' },
  high: { word: priorityWords.high, icon: PriorityHigh, colour: 'text-fg' },
  medium: { word: priorityWords.medium, icon: PriorityMedium, colour: 'text-muted' },
  low: { word: priorityWords.low, icon: PriorityLow, colour: 'text-muted' },
  none: { word: priorityWords.none, icon: PriorityNone, colour: 'text-faint' },
}

function MarkIcon({ mark: { icon: Icon, word, colour }, labelled }: { mark: Mark; labelled?: boolean | undefined }) {
  return <Icon className={`size-16 shrink-0 ${colour}`} {...(labelled ? { role: 'img', 'aria-label': word } : { 'aria-hidden': true })} />
}

/** `labelled` if there is no text beside it. */
export const StatusIcon = ({ status, labelled }: { status: TaskStatus; labelled?: boolean }) => (
  <MarkIcon mark={taskStatuses[status]} labelled={labelled} />
)
export const PriorityIcon = ({ priority, labelled }: { priority: TaskPriority; labelled?: boolean }) => (
  <MarkIcon mark={taskPriorities[priority]} labelled={labelled} />
)
