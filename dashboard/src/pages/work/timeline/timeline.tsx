import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useRef, type CSSProperties, type DragEvent } from 'react'
import { useRead } from '../../../data/reads.ts'
import { isClosed } from '../../../data/tasks/task-patch.ts'
import { Button } from '../../../ui/button.tsx'
import { plural } from '../../../ui/format.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useWide } from '../../../ui/use-wide.ts'
import { useWindow } from '../../../ui/use-window.ts'
import { addDays, dayOf } from '../frame/days.ts'
import { walk } from '../frame/marks.ts'
import { useWork } from '../frame/work.ts'
import { Arrows, type Dependency } from './arrows.tsx'
import { MilestoneMarks, shareOf } from './marks.tsx'
import { useLines } from './rows.ts'
import { scaleOf, turned } from './scale.ts'
import { conflicts, daysOf } from './schedule.ts'
import { GroupRow, TimelineRow } from './timeline-row.tsx'
import { draggedTask, Unscheduled } from './unscheduled.tsx'

/** As drawn by TimelineRow: one line, or on a phone a line and its bar. */
const heights = { wide: 36, phone: 72 }

export function Timeline() {
  const { slug, shown, search, change, now, byId, edit } = useWork()
  const today = dayOf(now)
  const scale = scaleOf(search.zoom, today, search.from)
  const wide = useWide('wide')
  const scheduled = useMemo(() => shown.filter((task) => daysOf(task) !== null), [shown])
  const unscheduled = useMemo(() => shown.filter((task) => daysOf(task) === null && !isClosed(task)), [shown])
  const lines = useLines(slug, scheduled, wide)
  const { data: graph } = useRead('listDependencies', { project: slug })
  const { data: milestones } = useRead('listMilestones', { project: slug, limit: 100 })
  const dependencies = useMemo(
    () =>
      (graph?.items ?? []).flatMap(({ task_id, blocked_by_id }): Dependency[] => {
        const [task, blocker] = [byId.get(task_id), byId.get(blocked_by_id)]
        return task && blocker ? [{ task, blocker }] : []
      }),
    [graph, byId],
  )
  const inConflict = useMemo(
    () => new Set(dependencies.flatMap(({ task, blocker }) => (conflicts(task, blocker) ? [task.id] : []))),
    [dependencies],
  )
  const scroll = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const size = wide ? heights.wide : heights.phone
  const { total, items, reveal } = useWindow({ count: lines.length, size, scroll })
  const tasks = useMemo(() => lines.flatMap(({ task }) => task ?? []), [lines])
  const places = useMemo(() => new Map(lines.map(({ id }, at) => [id, at])), [lines])
  const latest = useRef({ tasks, places, reveal })
  latest.current = { tasks, places, reveal }
  useEffect(() => {
    const at = (id: string | null) => latest.current.tasks.findIndex((task) => task.id === id)
    walk.set({
      next: (id, way) => latest.current.tasks[id === null ? 0 : at(id) + (way === 'up' || way === 'left' ? -1 : 1)]?.id ?? null,
      reveal: (id) => {
        const place = latest.current.places.get(id)
        return place !== undefined && latest.current.reveal(place)
      },
    })
    return () => walk.set(null)
  }, [])
  const [first = 0, last = 0] = [items[0]?.index, items.at(-1)?.index]
  const inSight = dependencies.filter(({ task, blocker }) => {
    const [a, b] = [places.get(task.id), places.get(blocker.id)]
    return a !== undefined && b !== undefined && Math.min(a, b) <= last && Math.max(a, b) >= first
  })
  const todayShare = shareOf(scale, today)
  const drop = (event: DragEvent) => {
    const task = byId.get(event.dataTransfer.getData(draggedTask))
    const box = track.current?.getBoundingClientRect()
    if (!task || !box || box.width === 0) return
    event.preventDefault()
    const day = addDays(
      scale.from,
      Math.max(0, Math.min(scale.days - 1, Math.floor(((event.clientX - box.left) / box.width) * scale.days))),
    )
    edit.edit([task], { start_on: day, due_on: day })
  }
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
          {inConflict.size > 0 && (
            <span className="text-helper text-bad">
              {inConflict.size === 1 ? '1 task starts' : `${inConflict.size} tasks start`} before a blocker ends
            </span>
          )}
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
          <span className="w-rail shrink-0 px-16 py-6 max-wide:hidden">{plural(scheduled.length, 'scheduled task')}</span>
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
        <MilestoneMarks milestones={milestones?.items ?? []} scale={scale} place="header" />
        <div
          ref={scroll}
          className="scrollbar-quiet relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto"
          tabIndex={0}
          role="region"
          aria-label="Timeline"
          onDragOver={(event) => event.dataTransfer.types.includes(draggedTask) && event.preventDefault()}
          onDrop={drop}
        >
          {lines.length === 0 && (
            <EmptyState title="Nothing is scheduled">
              Drag a task here from Unscheduled, or press D on any task to set a due date.
            </EmptyState>
          )}
          <div
            className="pointer-events-none absolute inset-x-0 top-0 flex h-offset min-h-full"
            style={{ '--size': total } as CSSProperties}
          >
            <span className="w-rail shrink-0 max-wide:hidden" />
            <div ref={track} className="relative flex-1 overflow-clip max-wide:mx-16">
              {todayShare !== null && (
                <span
                  data-today
                  className="absolute inset-y-0 left-share border-l border-accent"
                  style={{ '--share': todayShare } as CSSProperties}
                  aria-hidden
                />
              )}
              <MilestoneMarks milestones={milestones?.items ?? []} scale={scale} place="lines" />
            </div>
          </div>
          <ul className="relative h-offset" style={{ '--size': total } as CSSProperties}>
            {items.map(({ index, start }) => {
              const line = lines[index]
              if (!line) return null
              if (!line.task) return <GroupRow key={line.id} line={line} at={start} />
              return (
                <TimelineRow key={line.id} {...{ task: line.task, at: start, scale, today, wide, conflict: inConflict.has(line.id) }} />
              )
            })}
          </ul>
          {wide && (
            <div className="pointer-events-none absolute inset-x-0 top-0 flex h-offset" style={{ '--size': total } as CSSProperties}>
              <span className="w-rail shrink-0" />
              <div className="relative flex-1 overflow-clip">
                <Arrows
                  dependencies={inSight}
                  topOf={(id) => {
                    const at = places.get(id)
                    return at === undefined ? undefined : at * size
                  }}
                  lineHeight={size}
                  height={total}
                  {...{ scale, track }}
                />
              </div>
            </div>
          )}
        </div>
      </div>
      <Unscheduled tasks={unscheduled} />
    </div>
  )
}
