import { useEffect, useState, type RefObject } from 'react'
import type { Task } from '../../../data/tasks/task-patch.ts'
import { classes } from '../../../ui/classes.ts'
import { daysBetween } from '../frame/days.ts'
import type { Scale } from './scale.ts'
import { conflicts, daysOf } from './schedule.ts'

export interface Dependency {
  task: Task
  blocker: Task
}

interface ArrowsProps {
  dependencies: readonly Dependency[]
  /** Top of a task's line in pixels; undefined if it has none. */
  topOf(id: string): number | undefined
  lineHeight: number
  height: number
  scale: Scale
  track: RefObject<HTMLElement | null>
}

const turn = 8
const head = 4

/** Arrows from the end of a blocker to the start of what it blocks. */
export function Arrows({ dependencies, topOf, lineHeight, height, scale, track }: ArrowsProps) {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = track.current
    if (!element) return
    const watch = new ResizeObserver(() => setWidth(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [track])
  if (width === 0) return null
  const at = (day: string, end: boolean) => ((daysBetween(scale.from, day) + (end ? 1 : 0)) / scale.days) * width
  return (
    <svg width={width} height={height} className="absolute inset-0 overflow-hidden" aria-hidden>
      {dependencies.map(({ task, blocker }) => {
        const [own, other] = [daysOf(task), daysOf(blocker)]
        const [top, from] = [topOf(task.id), topOf(blocker.id)]
        if (!own || !other || top === undefined || from === undefined) return null
        const [x1, y1, x2, y2] = [at(other.last, true), from + lineHeight / 2, at(own.first, false), top + lineHeight / 2]
        const between = y2 > y1 ? y2 - lineHeight / 2 : y2 + lineHeight / 2
        const path =
          x2 >= x1 + turn * 2
            ? `M${x1} ${y1} H${x1 + turn} V${y2} H${x2}`
            : `M${x1} ${y1} H${x1 + turn} V${between} H${x2 - turn} V${y2} H${x2}`
        const clash = conflicts(task, blocker)
        return (
          <g
            key={`${blocker.id} ${task.id}`}
            data-arrow={`${blocker.key} ${task.key}`}
            className={classes('fill-none', clash ? 'stroke-bad' : 'stroke-ring')}
          >
            <path d={path} />
            <path d={`M${x2 - head} ${y2 - head} L${x2} ${y2} L${x2 - head} ${y2 + head}`} />
          </g>
        )
      })}
    </svg>
  )
}
