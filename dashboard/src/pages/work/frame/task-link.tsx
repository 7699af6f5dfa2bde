import { Link } from '@tanstack/react-router'
import type { Task } from '../../../data/tasks/task-patch.ts'
import { useRenamed } from './rename.ts'
import { TitleField } from './title-field.tsx'
import { useWork } from './work.ts'

/** The title of a task, linked to its page. */
export function TaskLink({ task }: { task: Task }) {
  const { org } = useWork()
  if (useRenamed(task.id)) return <TitleField task={task} />
  return (
    <Link
      data-focus
      to={`/${org}/t/${task.key}`}
      aria-label={`${task.key} ${task.title}`}
      className="min-w-0 flex-1 truncate rounded-code outline-none hover:underline"
    >
      {task.title}
    </Link>
  )
}
