import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../../../data/organization.ts'
import { usePeople } from '../../../../data/people.ts'
import { isClosed, type Task } from '../../../../data/tasks/task-patch.ts'
import { Avatar } from '../../../../ui/marks/avatar.tsx'
import { Chip } from '../../../../ui/chip.tsx'
import { classes } from '../../../../ui/classes.ts'
import { date } from '../../../../ui/format.ts'
import { OpenQuestions } from '../../../../ui/marks/open-questions.tsx'
import { Picker } from '../../../../ui/picker.tsx'
import {
  PriorityIcon,
  StatusIcon,
  taskPriorities,
  taskStatuses,
  type TaskPriority,
  type TaskStatus,
} from '../../../../ui/marks/task-marks.tsx'
import { Countdown } from '../../../../ui/time.tsx'
import { useEditTasks } from '../../../../data/tasks/edit-tasks.ts'
import { dayOf } from '../../frame/days.ts'
import { ring, useFocused } from '../../frame/marks.ts'

interface RowProps {
  task: Task
  project: { slug: string; name: string } | undefined
  /** Which of its pickers is open. */
  picking: 'status' | 'priority' | null
  onPicking(which: 'status' | 'priority' | null): void
}

const square =
  'touch inline-flex size-24 shrink-0 items-center justify-center rounded-control enabled:hover:bg-hover disabled:cursor-default'

export function MyTaskRow({ task, project, picking, onPicking }: RowProps) {
  const organization = useOrganization()
  const { actor, writes } = usePeople()
  const edit = useEditTasks(project?.slug ?? '')
  const focus = useFocused(task.id)
  const late = task.due_on !== null && !isClosed(task) && task.due_on < dayOf(Date.now())
  const held = task.lease_until !== null && Date.parse(task.lease_until) > Date.now()
  const agent = task.lease_agent_id ?? task.assignee_agent_id
  return (
    <li
      data-task={task.id}
      className={classes(
        'flex min-w-0 items-center gap-8 border-b border-line-soft px-8 py-4 last:border-b-0',
        focus && `bg-hover ${ring} -outline-offset-2`,
      )}
    >
      <Picker
        label="Priority"
        choices={Object.entries(taskPriorities).map(([value, { word }]) => ({
          value,
          title: word,
          icon: <PriorityIcon priority={value as TaskPriority} />,
        }))}
        chosen={[task.priority]}
        open={picking === 'priority'}
        onOpenChange={(open) => onPicking(open ? 'priority' : null)}
        onPick={(value) =>
          edit.edit([task], { priority: value as TaskPriority }, { says: `priority ${taskPriorities[value as TaskPriority].word}` })
        }
        trigger={
          <button
            type="button"
            disabled={!writes}
            className={square}
            aria-label={`Priority of ${task.key}: ${taskPriorities[task.priority].word}`}
          >
            <PriorityIcon priority={task.priority} />
          </button>
        }
      />
      <Picker
        label="Status"
        choices={Object.entries(taskStatuses).map(([value, { word }]) => ({
          value,
          title: word,
          icon: <StatusIcon status={value as TaskStatus} />,
        }))}
        chosen={[task.status]}
        open={picking === 'status'}
        onOpenChange={(open) => onPicking(open ? 'status' : null)}
        onPick={(value) => edit.edit([task], { status: value as TaskStatus }, { says: `status ${taskStatuses[value as TaskStatus].word}` })}
        trigger={
          <button
            type="button"
            disabled={!writes}
            className={square}
            aria-label={`Status of ${task.key}: ${taskStatuses[task.status].word}`}
          >
            <StatusIcon status={task.status} />
          </button>
        }
      />
      <Link
        to={`/${organization}/t/${task.key}`}
        data-focus
        className="touch flex min-w-0 flex-1 items-center gap-8 rounded-control outline-none"
      >
        <span className="shrink-0 font-mono text-label text-muted">{task.key}</span>
        <span className={classes('truncate', isClosed(task) && 'text-muted')}>{task.title}</span>
      </Link>
      <OpenQuestions count={task.open_questions} />
      {project && (
        <span className="max-wide:hidden">
          <Chip>{project.name}</Chip>
        </span>
      )}
      {task.due_on && (
        <span className={classes('text-helper whitespace-nowrap', late ? 'text-bad' : 'text-muted')}>{date(task.due_on)}</span>
      )}
      {held && task.lease_until && (
        <span className="text-helper text-muted">
          <Countdown until={task.lease_until} />
        </span>
      )}
      {agent && <Avatar name={actor(null, agent).name} kind="agent" size="small" running={held} />}
    </li>
  )
}
