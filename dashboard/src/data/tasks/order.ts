import type { Task } from './task-patch.ts'

/** Between which two a task shall stand. */
export interface DropTarget {
  after?: Task | undefined
  before?: Task | undefined
}

export const byRank = (a: Task, b: Task): number => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : a.number - b.number)

/** The place at `index` among these, as if what is moved were not among them. */
export function placeAt(tasks: readonly Task[], index: number, ...moved: readonly string[]): DropTarget {
  const others = tasks.filter((one) => !moved.includes(one.id))
  const at = Math.max(0, Math.min(others.length, index))
  return { after: others[at - 1], before: others[at] }
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A rank for the screen alone, above `lower` and below `upper`; the server gives the one that stays. */
export function rankBetween(lower: string | undefined, upper: string | undefined): string {
  const low = lower ?? ''
  if (upper === undefined || !upper.startsWith(low)) return `${low}V`
  const last = upper.at(-1) ?? '1'
  return `${upper.slice(0, -1)}${digits.charAt(Math.max(0, digits.indexOf(last) - 1))}zzV`
}

/** Where tasks stood before they were moved. */
export interface Places {
  /** Those that were moved, in their order. */
  moved: readonly Task[]
  /** All of the project, in their order. */
  order: readonly Task[]
}

export function placesOf(tasks: Iterable<Task>, moved: readonly Task[]): Places {
  return { moved: moved.toSorted(byRank), order: [...tasks].sort(byRank) }
}

/**
 * How to put each of them back, in this order: next to the nearest neighbour that has not been moved since, else next to the
 * nearest that is still there. Those put back before it have not moved.
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
      // Of two as near, the one before it: it is the one a move names.
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
