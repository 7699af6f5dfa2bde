import { createContext, use, useEffect, useMemo } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople, type People } from '../../../data/people.ts'
import { useTasks } from '../../../data/tasks/tasks.ts'
import type { Task } from '../../../data/tasks/task-patch.ts'
import { useNow } from '../../../ui/time.tsx'
import { comeFrom } from '../tasks/came-from.ts'
import { columnsOf, useGrouping, type Column, type Grouping } from './columns.ts'
import { useEditTasks, type EditTasks } from '../../../data/tasks/edit-tasks.ts'
import { matcher, orders } from './matches.ts'
import type { ChangeSearch, WorkSearch } from './search.ts'

/** All a view of a project needs. */
export interface Work {
  org: string
  slug: string
  /** All of the project's, and those the filters leave, in their order. */
  tasks: Task[]
  shown: Task[]
  columns: Column[]
  grouping: Grouping
  byId: ReadonlyMap<string, Task>
  whole: boolean
  failed: Error | null
  reload(): void
  people: People
  search: WorkSearch
  change: ChangeSearch
  edit: EditTasks
  /** Changes twice a minute: leases end without anybody writing. */
  now: number
}

const Context = createContext<Work | null>(null)
export const WorkProvider = Context

export function useWork(): Work {
  const work = use(Context)
  if (!work) throw new Error('used outside a project')
  return work
}

export function useMakeWork(slug: string, search: WorkSearch, change: ChangeSearch): Work {
  const org = useOrganization()
  const { tasks, whole, failed, reload } = useTasks(org, slug)
  const people = usePeople()
  const now = useNow(30_000)
  const { filters, sort, group } = search
  const wanted = JSON.stringify(filters)
  const shown = useMemo(
    () => tasks.filter(matcher(JSON.parse(wanted) as WorkSearch['filters'], people, now)).sort(orders[sort]),
    [tasks, wanted, people, now, sort],
  )
  const grouping = useGrouping(group, slug, tasks, people)
  const columns = useMemo(() => columnsOf(grouping, shown), [grouping, shown])
  const byId = useMemo(() => new Map(tasks.map((task) => [task.id, task])), [tasks])
  const edit = useEditTasks(slug)
  useEffect(() => {
    const timer = setTimeout(
      () =>
        comeFrom(
          org,
          columns.flatMap((column) => column.tasks.map(({ key }) => key)),
        ),
      500,
    )
    return () => clearTimeout(timer)
  }, [org, columns])
  return { org, slug, tasks, shown, columns, grouping, byId, whole, failed, reload, people, search, change, edit, now }
}
