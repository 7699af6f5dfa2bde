import { Link } from '@tanstack/react-router'
import { Target } from 'lucide-react'
import type { CSSProperties } from 'react'
import { isOverdue, type Task } from '../../../data/tasks/task-patch.ts'
import { classes } from '../../../ui/classes.ts'
import { date } from '../../../ui/format.ts'
import { StatusIcon } from '../../../ui/marks/task-marks.tsx'
import { ring, useFocused } from '../frame/marks.ts'
import { TaskLink } from '../frame/task-link.tsx'
import { useWork } from '../frame/work.ts'
import { Bar } from './bar.tsx'
import type { Line } from './rows.ts'
import type { Scale } from './scale.ts'
import { daysOf } from './schedule.ts'

interface TimelineRowProps {
  task: Task
  at: number
  scale: Scale
  today: string
  wide: boolean
  conflict: boolean
}

/** A task and its bar: side by side, or stacked on a phone. */
export function TimelineRow({ task, at, scale, today, wide, conflict }: TimelineRowProps) {
  const { edit, people } = useWork()
  const days = daysOf(task)
  const focus = useFocused(task.id)
  return (
    <li
      data-task={task.id}
      style={{ '--at': at } as CSSProperties}
      className={classes(
        'at-offset flex border-b border-line-soft max-wide:flex-col wide:h-target',
        focus && `bg-hover ${ring} -outline-offset-2`,
      )}
    >
      <span className="flex h-target shrink-0 items-center gap-8 px-16 wide:w-rail">
        <StatusIcon status={task.status} labelled />
        <TaskLink task={task} />
        {days && (
          <span className={classes('font-mono text-label wide:hidden', isOverdue(task, today) ? 'text-bad' : 'text-muted')}>
            {date(days.last)}
          </span>
        )}
      </span>
      <div data-track className="relative h-target min-w-0 overflow-x-clip max-wide:mx-16 wide:flex-1">
        <Bar
          {...{ task, scale, today, conflict, resizable: wide }}
          onChange={people.writes ? (fields) => edit.edit([task], fields) : undefined}
        />
      </div>
    </li>
  )
}

/** Header of an epic, above its tasks. */
export function GroupRow({ line, at }: { line: Exclude<Line, { task: Task }>; at: number }) {
  const { org } = useWork()
  return (
    <li
      style={{ '--at': at } as CSSProperties}
      className="at-offset flex h-target items-center gap-8 border-b border-line-soft bg-sunken px-16"
    >
      <Target className="size-16 shrink-0 text-muted" aria-hidden />
      {line.key ? (
        <Link to={`/${org}/t/${line.key}`} className="truncate font-medium hover:underline">
          {line.title}
        </Link>
      ) : (
        <span className="font-medium text-muted">{line.title}</span>
      )}
      <span className="font-mono text-label text-muted">{line.count}</span>
    </li>
  )
}
