import { createContext, use, useEffect, useMemo } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople, type People } from '../../../data/people.ts'
import { useTasks } from '../../../data/tasks/tasks.ts'
import type { Task } from '../../../data/tasks/task-patch.ts'
import type { TaskStatus } from '../../../ui/marks/task-marks.tsx'
import { useNow } from '../../../ui/time.tsx'
import { comeFrom } from '../tasks/came-from.ts'
import { columnsOf, useGrouping, type Column, type Grouping } from './columns.ts'
import { useEditTasks, type EditTasks } from '../../../data/tasks/edit-tasks.ts'
import { matcher, orders } from './matches.ts'
import type { ChangeSearch, WorkSearch } from './search.ts'

/** Everything that a view of a project needs. */
export interface Work {
  org: string
  slug: string
  /** All loaded tasks of the project, and those that match the filters, in their order. */
  tasks: Task[]
  shown: Task[]
  columns: Column[]
  grouping: Grouping
  byId: ReadonlyMap<string, Task>
  /** False while a board of a large project has only the first tasks of each column, until something needs them all. */
  whole: boolean
  opened: boolean
  /** A view or filter that needs all tasks is waiting for those that are not loaded yet. */
  waits: boolean
  /** The total number of tasks. */
  total: number
  /** Loads the next tasks of a column. */
  more(column: string): void
  failed: Error | null
  reload(): void
  people: People
  search: WorkSearch
  change: ChangeSearch
  edit: EditTasks
  /** Updated twice a minute: leases expire without anyone writing. */
  now: number
}

const Context = createContext<Work | null>(null)
export const WorkProvider = Context

export function useWork(): Work {
  const work = use(Context)
  if (!work) throw new Error('used outside a project')
  return work
}

/** A board loads each column on its own only without filters, by rank, and grouped by status: anything else needs all tasks. */
const needsAll = ({ filters, sort, group }: WorkSearch): boolean => Object.keys(filters).length > 0 || sort !== 'rank' || group !== 'status'

export function useMakeWork(slug: string, search: WorkSearch, change: ChangeSearch, byColumn: boolean): Work {
  const org = useOrganization()
  const all = !byColumn || needsAll(search)
  const { tasks, opened, whole, counts, failed, reload, more } = useTasks(org, slug, all)
  const people = usePeople()
  const now = useNow(30_000)
  const { filters, sort, group } = search
  const wanted = JSON.stringify(filters)
  const shown = useMemo(
    () => tasks.filter(matcher(JSON.parse(wanted) as WorkSearch['filters'], people, now)).sort(orders[sort]),
    [tasks, wanted, people, now, sort],
  )
  const grouping = useGrouping(group, slug, tasks, people)
  const columns = useMemo(
    () =>
      columnsOf(grouping, shown).map((column) =>
        all || whole ? column : { ...column, count: Math.max(column.count, counts[column.value as TaskStatus] ?? 0) },
      ),
    [grouping, shown, all, whole, counts],
  )
  const total = whole
    ? tasks.length
    : Math.max(
        tasks.length,
        Object.values(counts).reduce((sum, one) => sum + one, 0),
      )
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
  return {
    ...{
      org,
      slug,
      tasks,
      shown,
      columns,
      grouping,
      byId,
      whole,
      opened,
      waits: all && opened && !whole,
      total,
      failed,
      reload,
      people,
      search,
      change,
      edit,
      now,
    },
    more: (column) => more(column as TaskStatus),
  }
}
