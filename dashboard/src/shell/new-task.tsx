import { createStore, useStore } from '../data/store.ts'
import type { Task } from '../data/tasks/task-patch.ts'
import { Dialog } from '../ui/dialog.tsx'
import { lazily } from '../ui/lazily.tsx'

export type NewTaskStart = Partial<
  Pick<Task, 'status' | 'priority' | 'assignee_id' | 'assignee_agent_id' | 'start_on' | 'due_on' | 'parent_id' | 'labels' | 'milestone_id'>
> & {
  /** A creation that waits for a connection, to be changed. */
  waiting?: { write: string; project: string; title: string; description: string }
}

const Form = lazily('block', () => import('./new-task-form.tsx'))
const opened = createStore<NewTaskStart | null>(null)
export const openNewTask = (start: NewTaskStart = {}): void => opened.set(start)

export function NewTask() {
  const start = useStore(opened)
  const close = () => opened.set(null)
  return (
    <Dialog open={start !== null} onOpenChange={(open) => !open && close()} title={start?.waiting ? 'Edit new task' : 'New task'}>
      {start && <Form start={start} close={close} />}
    </Dialog>
  )
}
