import type { Task } from './task-patch.ts'

/** The two tasks that a task is to be placed between. */
export interface DropTarget {
  after?: Task | undefined
  before?: Task | undefined
}

export const byRank = (a: Task, b: Task): number => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : a.number - b.number)

/** The place at `index`, counted without the moved tasks. */
export function placeAt(tasks: readonly Task[], index: number, ...moved: readonly string[]): DropTarget {
  const others = tasks.filter((one) => !moved.includes(one.id))
  const at = Math.max(0, Math.min(others.length, index))
  return { after: others[at - 1], before: others[at] }
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A provisional rank between `lower` and `upper`, for display only; the server assigns the real one. */
export function rankBetween(lower: string | undefined, upper: string | undefined): string {
  const low = lower ?? ''
  if (upper === undefined || !upper.startsWith(low)) return `${low}V`
  const last = upper.at(-1) ?? '1'
  return `${upper.slice(0, -1)}${digits.charAt(Math.max(0, digits.indexOf(last) - 1))}zzV`
}

/** Where tasks were before they were moved. */
export interface Places {
  /** The tasks that were moved, in rank order. */
  moved: readonly Task[]
  /** All tasks of the project, in rank order. */
  order: readonly Task[]
}

export function placesOf(tasks: Iterable<Task>, moved: readonly Task[]): Places {
  return { moved: moved.toSorted(byRank), order: [...tasks].sort(byRank) }
}

/**
 * How to move each task back, in this order: next to the nearest neighbor that has not moved since, else next to the nearest
 * one that still exists. Tasks already put back count as not moved.
 */
export function waysBack({ moved, order }: Places, now: ReadonlyMap<string, Task>): { task: Task; target: DropTarget; rank: string }[] {
  const all = new Set(moved.map(({ id }) => id))
  const away = new Set(all)
  return moved.flatMap((task) => {
    away.delete(task.id)
    if (!now.has(task.id)) return []
    const at = order.findIndex(({ id }) => id === task.id)
    const nearest = order
      .flatMap((other, index) => (index === at || away.has(other.id) || !now.has(other.id) ? [] : [{ other, distance: index - at }]))
      // On a tie, prefer the task before it, which is the anchor a move names.
      .sort((a, b) => Math.abs(a.distance) - Math.abs(b.distance) || a.distance - b.distance)
    const unmoved = nearest.find(({ other }) => all.has(other.id) || now.get(other.id)?.rank === other.rank)
    const { other, distance } = unmoved ?? nearest[0] ?? {}
    if (!other || distance === undefined) return []
    const target: DropTarget = distance < 0 ? { after: other } : { before: other }
    const anchor = now.get(other.id)?.rank
    const rank = unmoved ? task.rank : distance < 0 ? rankBetween(anchor, undefined) : rankBetween(undefined, anchor)
    return [{ task, target, rank }]
  })
}
