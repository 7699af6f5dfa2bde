import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import type { Task } from '../../../data/task-patch.ts'
import { classes } from '../../../ui/classes.ts'
import { date } from '../../../ui/format.ts'
import { addDays } from '../frame/days.ts'
import { spanOf, type Scale } from './scale.ts'

interface BarProps {
  task: Task
  scale: Scale
  first: string
  overdue: boolean
  onDue(day: string): void
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
    if (!track || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, perDay: track.clientWidth / scale.days }
  }
  const move = (event: PointerEvent) => {
    if (start.current) setMoved(Math.round((event.clientX - start.current.x) / start.current.perDay))
  }
  const up = () => {
    start.current = null
    if (moved !== 0) onDue(shown)
    setMoved(0)
  }
  const key = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (by === 0 || !event.shiftKey) return
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
      aria-label={`${task.key} is due on ${date(shown)}. Shift and an arrow move it by a day.`}
      title={`${task.title}: due ${date(shown)}`}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
      onKeyDown={key}
      style={{ '--from': span.from, '--span': span.span } as CSSProperties}
      className={classes(
        'absolute top-6 bar-span flex h-24 min-w-12 cursor-ew-resize touch-none items-center justify-end rounded-control border px-6 font-mono text-label',
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
    </button>
  )
}
