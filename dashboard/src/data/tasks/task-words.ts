import type { Task } from './task-patch.ts'

export const statusWords: Record<Task['status'], string> = {
  backlog: 'Backlog',
  todo: 'Todo',
  in_progress: 'In progress',
  in_review: 'In review',
  complete: 'Complete',
  cancelled: 'Cancelled',
}

export const priorityWords: Record<Task['priority'], string> = {
  urgent: 'Urgent',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  none: 'No priority',
}

export const tasksWord = (count: number): string => (count === 1 ? '1 task' : `${count} tasks`)
