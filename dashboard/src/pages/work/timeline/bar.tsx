import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import type { Task } from '../../../data/tasks/task-patch.ts'
import { classes } from '../../../ui/classes.ts'
import { date } from '../../../ui/format.ts'
import { addDays } from '../frame/days.ts'
import { spanOf, type Scale } from './scale.ts'

interface BarProps {
  task: Task
  scale: Scale
  first: string
  overdue: boolean
  /** Without it the bar is only seen. */
  onDue: ((day: string) => void) | undefined
}

/** From when a task was written to when it is due; its end is dragged, or moved by Shift and an arrow. */
export function Bar({ task, scale, first, overdue, onDue }: BarProps) {
  const due = task.due_on ?? first
  const [moved, setMoved] = useState(0)
  const start = useRef<{ x: number; perDay: number } | null>(null)
  const shown = addDays(due, moved)
  const span = spanOf(scale, first < shown ? first : shown, shown)
  const down = (event: PointerEvent<HTMLElement>) => {
    const track = event.currentTarget.parentElement
    if (!onDue || !track || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, perDay: track.clientWidth / scale.days }
  }
  const move = (event: PointerEvent) => {
    if (start.current) setMoved(Math.round((event.clientX - start.current.x) / start.current.perDay))
  }
  const drop = () => {
    start.current = null
    setMoved(0)
  }
  const up = () => {
    if (moved !== 0) onDue?.(shown)
    drop()
  }
  const key = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (!onDue || by === 0 || !event.shiftKey) return
    event.preventDefault()
    onDue(addDays(due, by * (event.ctrlKey || event.metaKey ? 7 : 1)))
  }
  const closed = task.status === 'complete' || task.status === 'cancelled'
  if (!span)
    return <span className={classes('absolute top-8 text-label text-muted', due < scale.from ? 'left-8' : 'right-8')}>{date(due)}</span>
  return (
    <button
      type="button"
      data-bar
      aria-label={`${task.key} is due on ${date(shown)}.${onDue ? ' Use Shift and an arrow key to move it by a day.' : ''}`}
      disabled={!onDue}
      title={`${task.title}: due ${date(shown)}`}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      // A finger that began to scroll moves no date.
      onPointerCancel={drop}
      onKeyDown={key}
      style={{ '--from': span.from, '--span': span.span } as CSSProperties}
      className="absolute inset-y-0 bar-span flex min-w-12 enabled:cursor-ew-resize disabled:cursor-default touch-pan-y items-center"
    >
      <span
        className={classes(
          'flex h-20 min-w-0 flex-1 items-center justify-end rounded-control border px-6 font-mono text-label wide:h-24',
          closed
            ? 'border-line bg-hover text-muted'
            : overdue
              ? 'border-bad bg-bad-soft text-bad'
              : task.status === 'in_progress' || task.status === 'in_review'
                ? 'border-accent bg-accent-soft text-accent'
                : 'border-line-strong bg-control text-fg',
        )}
      >
        <span className="truncate">{moved !== 0 ? date(shown) : ''}</span>
      </span>
    </button>
  )
}
