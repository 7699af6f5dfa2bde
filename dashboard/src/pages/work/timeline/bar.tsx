import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import type { Fields } from '../../../data/tasks/edit-tasks.ts'
import { isClosed, isOverdue, type Task } from '../../../data/tasks/task-patch.ts'
import { classes } from '../../../ui/classes.ts'
import { date } from '../../../ui/format.ts'
import { spanOf, type Scale } from './scale.ts'
import { daysOf, moved, type Edge } from './schedule.ts'

interface BarProps {
  task: Task
  scale: Scale
  today: string
  /** It starts before a blocker ends. */
  conflict: boolean
  /** Its ends can be dragged; on a phone there is no room for that. */
  resizable: boolean
  /** Without it the bar is read-only. */
  onChange: ((fields: Fields) => void) | undefined
}

const look = (task: Task, overdue: boolean, conflict: boolean): string => {
  if (isClosed(task)) return 'border-line bg-hover text-muted'
  if (overdue || conflict) return 'border-bad bg-bad-soft text-bad'
  if (task.status === 'in_progress' || task.status === 'in_review') return 'border-accent bg-accent-soft text-accent'
  return 'border-line-strong bg-control text-fg'
}

/** A bar from the start to the due date. It can be dragged, or moved with Shift and an arrow key; so can each of its ends. */
export function Bar({ task, scale, today, conflict, resizable, onChange }: BarProps) {
  const [drag, setDrag] = useState<{ edge: Edge; by: number } | null>(null)
  const start = useRef<{ x: number; perDay: number; edge: Edge } | null>(null)
  const shown: Task = drag ? { ...task, ...moved(task, drag.edge, drag.by) } : task
  const days = daysOf(shown)
  const span = days && spanOf(scale, days.first, days.last)
  if (!days) return null
  if (!span) {
    const before = days.last < scale.from
    return (
      <span className={classes('absolute top-8 text-label text-muted', before ? 'left-8' : 'right-8')}>
        {date(before ? days.last : days.first)}
      </span>
    )
  }
  const hold = (edge: Edge) => (event: PointerEvent<HTMLElement>) => {
    const track = event.currentTarget.closest<HTMLElement>('[data-track]')
    if (!onChange || !track || event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, perDay: track.clientWidth / scale.days, edge }
  }
  const move = (event: PointerEvent) => {
    const from = start.current
    if (from) setDrag({ edge: from.edge, by: Math.round((event.clientX - from.x) / from.perDay) })
  }
  const drop = () => {
    start.current = null
    setDrag(null)
  }
  const up = () => {
    if (drag && drag.by !== 0) onChange?.(moved(task, drag.edge, drag.by))
    drop()
  }
  const press = (edge: Edge) => (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (!onChange || by === 0 || !event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    onChange(moved(task, edge, by * (event.ctrlKey || event.metaKey ? 7 : 1)))
  }
  const handlers = (edge: Edge) => ({
    onPointerDown: hold(edge),
    onPointerMove: move,
    onPointerUp: up,
    // A touch that turns into scrolling moves no date.
    onPointerCancel: drop,
    onKeyDown: press(edge),
  })
  const when = days.first === days.last ? date(days.last) : `${date(days.first)} – ${date(days.last)}`
  const warning = conflict ? ' It starts before a blocker ends.' : ''
  const handle = 'absolute inset-y-6 w-8 cursor-ew-resize touch-pan-y rounded-control hover:bg-ring'
  return (
    <div style={{ '--from': span.from, '--span': span.span } as CSSProperties} className="absolute inset-y-0 bar-span flex min-w-12">
      <button
        type="button"
        data-bar
        aria-label={`${task.key}: ${when}.${warning}${onChange ? ' Shift and an arrow key move it by a day.' : ''}`}
        disabled={!onChange}
        title={`${task.title}: ${when}.${warning}`}
        {...handlers('both')}
        className="flex min-w-0 flex-1 items-center enabled:cursor-grab disabled:cursor-default touch-pan-y"
      >
        <span
          className={classes(
            'flex h-20 min-w-0 flex-1 items-center justify-center rounded-control border px-6 font-mono text-label wide:h-24',
            look(task, isOverdue(task, today), conflict),
          )}
        >
          <span className="truncate">{drag ? when : ''}</span>
        </span>
      </button>
      {resizable && onChange && (
        <>
          <button
            type="button"
            aria-label={`Start of ${task.key}: ${date(days.first)}`}
            {...handlers('start')}
            className={classes(handle, '-left-4')}
          />
          <button
            type="button"
            aria-label={`End of ${task.key}: ${date(days.last)}`}
            {...handlers('end')}
            className={classes(handle, '-right-4')}
          />
        </>
      )}
    </div>
  )
}
