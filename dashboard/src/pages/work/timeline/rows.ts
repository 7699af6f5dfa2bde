import { useMemo } from 'react'
import type { Task } from '../../../data/tasks/task-patch.ts'
import { useBranches } from '../tree/branches.ts'
import { daysOf } from './schedule.ts'

/** One line of the timeline: the name of an epic, or a task. */
export type Line = { id: string; title: string; key?: string; count: number; task?: undefined } | { id: string; task: Task }

const byDay = (a: Task, b: Task) => ((daysOf(a)?.first ?? '') < (daysOf(b)?.first ?? '') ? -1 : 1)

/** Scheduled tasks under their epics, by start; `grouped` is false where there is only room for a flat list. */
export function useLines(project: string, scheduled: readonly Task[], grouped: boolean): Line[] {
  const { items } = useBranches(project)
  return useMemo(() => {
    const sorted = scheduled.toSorted(byDay)
    const branches = new Map(
      (items as { id: string; key: string; kind: string; title: string; parent_id: string | null }[]).map((one) => [one.id, one]),
    )
    const epicOf = (task: Task) => {
      const above = branches.get(task.parent_id ?? '')
      return above?.kind === 'story' ? branches.get(above.parent_id ?? '') : above
    }
    const groups = Map.groupBy(sorted, epicOf)
    if (!grouped || (groups.size === 1 && groups.has(undefined))) return sorted.map((task) => ({ id: task.id, task }))
    const rest = groups.get(undefined)
    groups.delete(undefined)
    const named = [...groups].flatMap(([epic, tasks]): Line[] => [
      { id: epic?.id ?? '', key: epic?.key ?? '', title: epic?.title ?? '', count: tasks.length },
      ...tasks.map((task) => ({ id: task.id, task })),
    ])
    const others: Line[] = rest
      ? [{ id: 'none', title: 'No epic', count: rest.length }, ...rest.map((task) => ({ id: task.id, task }))]
      : []
    return [...named, ...others]
  }, [items, scheduled, grouped])
}
