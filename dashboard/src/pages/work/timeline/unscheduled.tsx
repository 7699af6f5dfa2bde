import { CalendarPlus } from 'lucide-react'
import type { Task } from '../../../data/tasks/task-patch.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { count } from '../../../ui/format.ts'
import { StatusIcon } from '../../../ui/marks/task-marks.tsx'
import { ring, useFocused } from '../frame/marks.ts'
import { TaskLink } from '../frame/task-link.tsx'
import { openTaskPicker } from '../frame/task-picker.tsx'
import { useWork } from '../frame/work.ts'

const maxTasks = 200

/** Media type of a task that is dragged from here onto a day. */
export const draggedTask = 'application/x-baton-task'

/** Tasks without dates: drag one onto a day, or give it one with its button. */
export function Unscheduled({ tasks }: { tasks: readonly Task[] }) {
  return (
    <aside
      aria-label="Unscheduled"
      className="scrollbar-quiet flex max-h-column shrink-0 flex-col overflow-y-auto border-t border-line rail:max-h-full rail:w-rail rail:border-t-0 rail:border-l"
    >
      <h2 className="flex h-header shrink-0 items-center gap-8 px-16 text-helper font-medium text-muted">
        Unscheduled <span className="font-mono text-label">{count(tasks.length)}</span>
      </h2>
      <ul>
        {tasks.slice(0, maxTasks).map((task) => (
          <UnscheduledTask key={task.id} task={task} />
        ))}
      </ul>
      {tasks.length > maxTasks && (
        <p className="px-16 py-8 text-helper text-muted">And {count(tasks.length - maxTasks)} more. Filter to see them.</p>
      )}
    </aside>
  )
}

function UnscheduledTask({ task }: { task: Task }) {
  const { people } = useWork()
  const focus = useFocused(task.id)
  return (
    <li
      data-task={task.id}
      draggable={people.writes}
      onDragStart={(event) => {
        event.dataTransfer.setData(draggedTask, task.id)
        event.dataTransfer.effectAllowed = 'move'
      }}
      className={classes('flex min-h-target items-center gap-8 pr-8 pl-16', focus && `bg-hover ${ring} -outline-offset-2`)}
    >
      <StatusIcon status={task.status} labelled />
      <TaskLink task={task} />
      {people.writes && (
        <Button
          look="quiet"
          square
          aria-label={`Schedule ${task.key}`}
          onClick={(event) => openTaskPicker('due', [task.id], event.currentTarget)}
        >
          <CalendarPlus />
        </Button>
      )}
    </li>
  )
}
