import type { Column } from '../frame/columns.ts'
import type { Step } from '../frame/marks.ts'

/** From one card to the next: along its column, or to the same height of the next column that has one. */
export function step(columns: readonly Column[], id: string | null, way: Step): string | null {
  const filled = columns.filter(({ tasks }) => tasks.length > 0)
  const at = filled.findIndex(({ tasks }) => tasks.some((task) => task.id === id))
  const own = filled[at]
  if (!own) return filled[0]?.tasks[0]?.id ?? null
  const place = own.tasks.findIndex((task) => task.id === id)
  if (way === 'up' || way === 'down') return own.tasks[place + (way === 'up' ? -1 : 1)]?.id ?? null
  const next = filled[at + (way === 'left' ? -1 : 1)]
  return next?.tasks[Math.min(place, next.tasks.length - 1)]?.id ?? null
}
