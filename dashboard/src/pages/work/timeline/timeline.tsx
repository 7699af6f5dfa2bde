import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useRef, type CSSProperties } from 'react'
import { isClosed } from '../../../data/tasks/task-patch.ts'
import { Button } from '../../../ui/button.tsx'
import { plural } from '../../../ui/format.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useWide } from '../../../ui/use-wide.ts'
import { useWindow } from '../../../ui/use-window.ts'
import { dayOf, daysBetween } from '../frame/days.ts'
import { walk } from '../frame/marks.ts'
import { useWork } from '../frame/work.ts'
import { scaleOf, turned } from './scale.ts'
import { TimelineRow } from './timeline-row.tsx'
import { Undated } from './undated.tsx'

/** As TimelineRow draws it: one line, or on a phone a line and its bar. */
const heights = { wide: 36, phone: 72 }

export function Timeline() {
  const { shown, search, change, now } = useWork()
  const today = dayOf(now)
  const scale = scaleOf(search.zoom, today, search.from)
  const dated = useMemo(
    () => shown.filter((task) => task.due_on !== null).toSorted((a, b) => ((a.due_on ?? '') < (b.due_on ?? '') ? -1 : 1)),
    [shown],
  )
  const undated = useMemo(() => shown.filter((task) => task.due_on === null && !isClosed(task)), [shown])
  const scroll = useRef<HTMLDivElement>(null)
  const size = useWide('wide') ? heights.wide : heights.phone
  const { total, items, reveal } = useWindow({ count: dated.length, size, scroll })
  const latest = useRef({ dated, reveal })
  latest.current = { dated, reveal }
  useEffect(() => {
    const at = (id: string | null) => latest.current.dated.findIndex((task) => task.id === id)
    walk.set({
      next: (id, way) => latest.current.dated[id === null ? 0 : at(id) + (way === 'up' || way === 'left' ? -1 : 1)]?.id ?? null,
      reveal: (id) => at(id) >= 0 && latest.current.reveal(at(id)),
    })
    return () => walk.set(null)
  }, [])
  const now0 = daysBetween(scale.from, today)
  const todayShare = now0 >= 0 && now0 < scale.days ? (now0 + 0.5) / scale.days : null
  return (
    <div className="flex h-full min-h-0 flex-col rail:flex-row">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col max-rail:flex-2">
        <div className="flex flex-wrap items-center gap-6 border-b border-line-soft px-16 py-6">
          <Segmented
            label="Zoom"
            value={search.zoom}
            options={[
              { value: 'week', title: 'Weeks' },
              { value: 'month', title: 'Months' },
              { value: 'quarter', title: 'Quarters' },
            ]}
            onChange={(zoom) => change({ zoom })}
          />
          <span className="ml-auto flex gap-4">
            <Button look="quiet" square aria-label="Earlier" onClick={() => change({ from: turned(search.zoom, scale.from, -1) })}>
              <ChevronLeft />
            </Button>
            <Button look="quiet" onClick={() => change({ from: undefined })}>
              Today
            </Button>
            <Button look="quiet" square aria-label="Later" onClick={() => change({ from: turned(search.zoom, scale.from, 1) })}>
              <ChevronRight />
            </Button>
          </span>
        </div>
        <div className="flex h-row shrink-0 border-b border-line text-label text-muted" aria-hidden>
          <span className="w-rail shrink-0 px-16 py-6 max-wide:hidden">{plural(dated.length, 'task')} with a date</span>
          <div className="relative flex-1 overflow-hidden max-wide:mx-16">
            {scale.ticks.map(({ day, share, word }) => (
              <span
                key={day}
                className="absolute top-6 left-share border-l border-line pl-4 font-mono whitespace-nowrap"
                style={{ '--share': share } as CSSProperties}
              >
                {word}
              </span>
            ))}
          </div>
        </div>
        <div
          ref={scroll}
          className="scrollbar-quiet relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto"
          tabIndex={0}
          role="region"
          aria-label="Timeline"
        >
          {dated.length === 0 && <EmptyState title="No tasks with a due date">Press D on a task to set its due date.</EmptyState>}
          <ul className="relative h-offset" style={{ '--size': total } as CSSProperties}>
            {items.map(({ index, start }) => {
              const task = dated[index]
              if (!task) return null
              return <TimelineRow key={task.id} {...{ task, at: start, scale, today, todayShare }} />
            })}
          </ul>
        </div>
      </div>
      <Undated tasks={undated} />
    </div>
  )
}
