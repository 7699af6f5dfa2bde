import { isDraft, type Task } from '../../../data/tasks/task-patch.ts'
import { classes } from '../../../ui/classes.ts'

/** The key of a task, or that it is new: the server gives it one. */
export function TaskKey({ task, className }: { task: Task; className?: string }) {
  if (!isDraft(task)) return <span className={classes('font-mono text-label text-muted', className)}>{task.key}</span>
  return (
    <span className={className}>
      <span className="rounded-code border border-dashed border-line-strong px-4 font-mono text-label text-muted">new</span>
    </span>
  )
}
