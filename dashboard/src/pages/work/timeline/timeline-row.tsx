import type { CSSProperties } from 'react'
import { isClosed, type Task } from '../../../data/tasks/task-patch.ts'
import { classes } from '../../../ui/classes.ts'
import { date } from '../../../ui/format.ts'
import { StatusIcon } from '../../../ui/marks/task-marks.tsx'
import { dayOf } from '../frame/days.ts'
import { TaskLink } from '../frame/task-link.tsx'
import { useWork } from '../frame/work.ts'
import { Bar } from './bar.tsx'
import type { Scale } from './scale.ts'

interface TimelineRowProps {
  task: Task
  at: number
  scale: Scale
  today: string
  todayShare: number | null
}

/** A task and its bar: beside each other, or on a phone one above the other. */
export function TimelineRow({ task, at, scale, today, todayShare }: TimelineRowProps) {
  const { edit, people } = useWork()
  const overdue = task.due_on !== null && task.due_on < today
  return (
    <li
      data-task={task.id}
      style={{ '--at': at } as CSSProperties}
      className="at-offset flex border-b border-line-soft hover:bg-hover max-wide:flex-col wide:h-target"
    >
      <span className="flex h-target shrink-0 items-center gap-8 px-16 wide:w-rail">
        <StatusIcon status={task.status} labelled />
        <TaskLink task={task} />
        {task.due_on && (
          <span className={classes('font-mono text-label wide:hidden', overdue && !isClosed(task) ? 'text-bad' : 'text-muted')}>
            {date(task.due_on)}
          </span>
        )}
      </span>
      <div className="relative h-target min-w-0 max-wide:mx-16 wide:flex-1">
        {todayShare !== null && (
          <span
            className="absolute inset-y-0 left-share border-l border-accent"
            style={{ '--share': todayShare } as CSSProperties}
            aria-hidden
          />
        )}
        <Bar
          task={task}
          scale={scale}
          first={dayOf(task.created_at)}
          overdue={overdue}
          onDue={people.writes ? (due_on) => edit.edit([task], { due_on }) : undefined}
        />
      </div>
    </li>
  )
}
