import type { Column } from '../frame/columns.ts'
import type { Step } from '../frame/marks.ts'

/** From one card to the next: along its column, or to the same height in the next column that has cards. */
export function step(
  columns: readonly Column[],
  id: string | null,
  way: Step,
  within: string | null,
): { id: string; column: string } | null {
  const filled = columns.filter(({ tasks }) => tasks.length > 0)
  const has = ({ tasks }: Column) => tasks.some((task) => task.id === id)
  const named = filled.findIndex((column) => column.value === within && has(column))
  const at = named >= 0 ? named : filled.findIndex(has)
  const to = (column: Column | undefined, place: number) => {
    const task = column?.tasks[place]
    return column && task ? { id: task.id, column: column.value } : null
  }
  const own = filled[at]
  if (!own) return to(filled[0], 0)
  const place = own.tasks.findIndex((task) => task.id === id)
  if (way === 'up' || way === 'down') return to(own, place + (way === 'up' ? -1 : 1))
  const next = filled[at + (way === 'left' ? -1 : 1)]
  return next ? to(next, Math.min(place, next.tasks.length - 1)) : null
}
