import { Suspense } from 'react'
import { createStore, useStore } from '../data/store.ts'
import type { Task } from '../data/tasks/task-patch.ts'
import { Dialog } from '../ui/dialog.tsx'
import { lazily } from '../ui/lazily.ts'

export type NewTaskStart = Partial<
  Pick<Task, 'status' | 'priority' | 'assignee_id' | 'assignee_agent_id' | 'start_on' | 'due_on' | 'parent_id' | 'labels' | 'milestone_id'>
>

const Form = lazily(() => import('./new-task-form.tsx'))
const opened = createStore<NewTaskStart | null>(null)
export const openNewTask = (start: NewTaskStart = {}): void => opened.set(start)

export function NewTask() {
  const start = useStore(opened)
  const close = () => opened.set(null)
  return (
    <Dialog open={start !== null} onOpenChange={(open) => !open && close()} title="New task">
      {start && (
        <Suspense fallback={<div className="h-column" />}>
          <Form start={start} close={close} />
        </Suspense>
      )}
    </Dialog>
  )
}
