import { CalendarDays, CircleDashed, Ellipsis } from 'lucide-react'
import { memo, type CSSProperties, type MouseEvent } from 'react'
import { isClosed, type Task } from '../../../data/tasks/task-patch.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { classes } from '../../../ui/classes.ts'
import { Checkbox } from '../../../ui/field.tsx'
import { date } from '../../../ui/format.ts'
import { OpenQuestions } from '../../../ui/marks/open-questions.tsx'
import { ProofBadge } from '../../../ui/marks/rank.tsx'
import { PriorityIcon, StatusIcon, taskPriorities, taskStatuses } from '../../../ui/marks/task-marks.tsx'
import { WorkStatusLabel } from '../../../ui/marks/work-status.tsx'
import { askMenu } from '../frame/ask-menu.ts'
import { LabelChip } from '../frame/label-chip.tsx'
import { ring, toggleSelected, useFocused, useSelected } from '../frame/marks.ts'
import { openRename, useRenamed } from '../frame/rename.ts'
import { TaskKey } from '../frame/task-key.tsx'
import { openTaskPicker, type Pickable } from '../frame/task-picker.tsx'
import { TitleField } from '../frame/title-field.tsx'

export interface RowProps {
  task: Task
  /** The group it is in. */
  column: string
  at: number
  assignee: { name: string; kind: 'person' | 'agent' } | null
  live: boolean
  overdue: boolean
  /** Whether its fields can be edited, or only viewed. */
  writes: boolean
  href: string
  onOpen(event: MouseEvent, task: Task): void
}

const cell =
  'touch inline-flex h-row min-w-row shrink-0 items-center justify-center rounded-control enabled:hover:bg-sunken disabled:cursor-default'

/** A task as a row; each of its fields is edited in place. */
export const ListRow = memo(function ListRow({ task, column, at, assignee, live, overdue, writes, href, onOpen }: RowProps) {
  const focus = useFocused(task.id, column)
  const chosen = useSelected(task.id)
  const renamed = useRenamed(task.id)
  const pick = (field: Pickable) => (event: MouseEvent<HTMLElement>) => openTaskPicker(field, [task.id], event.currentTarget)
  return (
    <li
      data-task={task.id}
      data-column={column}
      style={{ '--at': at } as CSSProperties}
      className={classes(
        'at-offset flex h-target items-center gap-4 border-b border-line-soft px-8 wide:px-16',
        chosen ? 'bg-accent-soft' : focus && 'bg-hover',
        focus && `${ring} -outline-offset-2`,
      )}
    >
      {writes && (
        <Checkbox
          aria-label={`Select ${task.key}`}
          checked={chosen}
          onChange={() => toggleSelected(task.id)}
          className={classes('mr-4 max-wide:hidden', !chosen && !focus && 'opacity-0 focus-visible:opacity-100')}
        />
      )}
      <button
        type="button"
        className={cell}
        aria-label={`Priority of ${task.key}: ${taskPriorities[task.priority].word}`}
        disabled={!writes}
        onClick={pick('priority')}
      >
        <PriorityIcon priority={task.priority} />
      </button>
      <TaskKey task={task} className="w-tabbar shrink-0 truncate max-wide:hidden" />
      <button
        type="button"
        className={cell}
        aria-label={`Status of ${task.key}: ${taskStatuses[task.status].word}`}
        disabled={!writes}
        onClick={pick('status')}
      >
        <StatusIcon status={task.status} />
      </button>
      {renamed ? (
        <TitleField task={task} />
      ) : (
        <a
          data-focus
          href={href}
          onClick={(event) => onOpen(event, task)}
          {...(writes && { onDoubleClick: () => openRename(task.id) })}
          aria-label={`${task.key} ${task.title}`}
          className="min-w-0 flex-1 truncate rounded-code outline-none"
        >
          {task.title}
        </a>
      )}
      {live && <Chip tone="ok">live</Chip>}
      {task.blocked && !isClosed(task) && <WorkStatusLabel status="blocked" iconOnly />}
      <OpenQuestions count={task.open_questions} />
      <ProofBadge proof={task.proof} covers={task.proof_covers} iconOnly />
      <button
        type="button"
        className={classes(
          cell,
          'gap-4 px-4 max-wide:hidden',
          task.labels.length === 0 && 'text-helper text-muted',
          task.labels.length === 0 && !focus && 'opacity-0 focus-visible:opacity-100',
        )}
        disabled={!writes}
        onClick={pick('labels')}
      >
        <span className="sr-only">Labels of {task.key}</span>
        {task.labels.length === 0 ? writes && '+ label' : task.labels.slice(0, 3).map((label) => <LabelChip key={label} label={label} />)}
      </button>
      <button
        type="button"
        className={classes(
          cell,
          'px-4',
          !task.due_on && 'max-wide:hidden',
          !task.due_on && !focus && 'opacity-0 focus-visible:opacity-100',
        )}
        aria-label={`Due date of ${task.key}: ${task.due_on ? date(task.due_on) : 'none'}`}
        disabled={!writes}
        onClick={pick('due')}
      >
        {task.due_on ? (
          <span className={classes('font-mono text-label', overdue ? 'text-bad' : 'text-muted')}>{date(task.due_on)}</span>
        ) : (
          writes && <CalendarDays className="size-16 text-muted" aria-hidden />
        )}
      </button>
      <button type="button" className={cell} disabled={!writes} onClick={pick('assignee')}>
        <span className="sr-only">
          Assignee of {task.key}: {assignee?.name ?? 'nobody'}
        </span>
        {assignee ? (
          <Avatar name={assignee.name} kind={assignee.kind} running={live} decorative />
        ) : (
          <CircleDashed className="size-20 text-line-strong" aria-hidden />
        )}
      </button>
      <button
        type="button"
        className={classes(cell, 'text-muted max-wide:hidden')}
        aria-label={`Actions for ${task.key}`}
        onClick={askMenu}
      >
        <Ellipsis className="size-16" aria-hidden />
      </button>
    </li>
  )
})
