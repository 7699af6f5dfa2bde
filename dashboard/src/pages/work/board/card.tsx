import { attachClosestEdge, extractClosestEdge, type Edge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Ellipsis } from 'lucide-react'
import { memo, useEffect, useRef, useState, type CSSProperties } from 'react'
import { isClosed, type Task } from '../../../data/tasks/task-patch.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { classes } from '../../../ui/classes.ts'
import { date } from '../../../ui/format.ts'
import { OpenQuestions } from '../../../ui/marks/open-questions.tsx'
import { ProofBadge } from '../../../ui/marks/rank.tsx'
import { PriorityIcon } from '../../../ui/marks/task-marks.tsx'
import { WorkStatusLabel } from '../../../ui/marks/work-status.tsx'
import { askMenu } from '../frame/ask-menu.ts'
import { LabelChip } from '../frame/label-chip.tsx'
import { ring, useFocused, useSelected } from '../frame/marks.ts'
import { useRenamed } from '../frame/rename.ts'
import { TaskKey } from '../frame/task-key.tsx'
import { TitleField } from '../frame/title-field.tsx'

export interface CardProps {
  task: Task
  at: number
  /** The column it is in. */
  column: string
  /** Name and kind of the assignee. */
  assignee: { name: string; kind: 'person' | 'agent' } | null
  live: boolean
  overdue: boolean
  /** Whether it can be dragged, and dropped between others: the latter only with manual ordering. */
  movable: boolean
  sortable: boolean
  onOpen(event: { metaKey: boolean; ctrlKey: boolean; shiftKey: boolean; preventDefault(): void }, task: Task): void
  href: string
}

const maxLabels = 2

export const Card = memo(function Card({ task, at, column, assignee, live, overdue, movable, sortable, onOpen, href }: CardProps) {
  const element = useRef<HTMLLIElement>(null)
  const [edge, setEdge] = useState<Edge | null>(null)
  const [dragged, setDragged] = useState(false)
  const focus = useFocused(task.id, column)
  const chosen = useSelected(task.id)
  const renamed = useRenamed(task.id)
  const { id } = task
  useEffect(() => {
    const target = element.current
    if (!target || !movable) return
    return combine(
      draggable({
        element: target,
        getInitialData: () => ({ task: id, from: column }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element: target,
        canDrop: ({ source }) => sortable && source.data['task'] !== undefined,
        getData: ({ input, element: over }) => attachClosestEdge({ beside: id }, { input, element: over, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self, source }) => setEdge(source.data['task'] === id ? null : extractClosestEdge(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: () => setEdge(null),
      }),
    )
  }, [id, column, movable, sortable])
  return (
    <li ref={element} data-task={id} className="at-offset h-board-card" style={{ '--at': at } as CSSProperties}>
      {edge && (
        <span className={classes('absolute inset-x-0 h-2 rounded-full bg-accent', edge === 'top' ? '-top-6' : '-bottom-6')} aria-hidden />
      )}
      <div
        className={classes(
          'relative flex h-full flex-col justify-between rounded-card border px-10 py-8 shadow-card',
          chosen ? 'border-accent bg-accent-soft' : 'border-line bg-raised',
          focus && `${ring} -outline-offset-1`,
          dragged && 'opacity-50',
        )}
      >
        <div className="flex h-20 items-center gap-6">
          <TaskKey task={task} />
          {live && <Chip tone="ok">live</Chip>}
          <button
            type="button"
            aria-label={`Actions for ${task.key}`}
            className={classes(
              'relative z-10 ml-auto inline-flex h-20 w-20 after:absolute after:-inset-8 items-center justify-center rounded-code text-muted hover:bg-hover focus-visible:opacity-100 max-wide:opacity-100',
              !focus && 'opacity-0',
            )}
            onClick={askMenu}
          >
            <Ellipsis className="size-16" aria-hidden />
          </button>
          {assignee && <Avatar name={assignee.name} kind={assignee.kind} running={live} />}
        </div>
        {renamed ? (
          <TitleField task={task} />
        ) : (
          <a
            data-focus
            href={href}
            draggable={false}
            onClick={(event) => onOpen(event, task)}
            aria-label={`${task.key} ${task.title}`}
            className="truncate font-medium outline-none after:absolute after:inset-0 after:rounded-card"
          >
            {task.title}
          </a>
        )}
        <div className="flex h-20 items-center gap-6 overflow-hidden">
          <PriorityIcon priority={task.priority} labelled />
          {task.blocked && !isClosed(task) && <WorkStatusLabel status="blocked" iconOnly />}
          <OpenQuestions count={task.open_questions} />
          {task.labels.slice(0, maxLabels).map((label) => (
            <LabelChip key={label} label={label} />
          ))}
          {task.labels.length > maxLabels && <span className="text-label text-muted">+{task.labels.length - maxLabels}</span>}
          <span className="ml-auto" />
          <ProofBadge proof={task.proof} covers={task.proof_covers} iconOnly />
          {task.due_on && (
            <span className={classes('font-mono text-label whitespace-nowrap', overdue ? 'text-bad' : 'text-muted')}>
              {date(task.due_on)}
            </span>
          )}
        </div>
      </div>
    </li>
  )
})
