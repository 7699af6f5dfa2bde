import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { taskPriorities, taskStatuses, type TaskPriority, type TaskStatus } from '../../../ui/marks/task-marks.tsx'

/** The filters of a list, with the server's names, so that a saved view is the same thing. */
export interface Filters {
  status?: TaskStatus[]
  priority?: TaskPriority[]
  /** Handles, agent slugs, `me` or `none`. */
  assignee?: string[]
  label?: string[]
  status_not?: TaskStatus[]
  priority_not?: TaskPriority[]
  assignee_not?: string[]
  label_not?: string[]
  has?: Trait[]
  has_no?: Trait[]
  blocked?: boolean
  ready?: boolean
  leased?: boolean
  due_before?: string
  due_after?: string
  /** An id, or `none`. */
  milestone?: string
  text?: string
}

export const traits = ['assignee', 'label', 'due', 'estimate', 'parent'] as const
export type Trait = (typeof traits)[number]
export const groups = ['status', 'priority', 'assignee', 'epic', 'label', 'feature', 'milestone'] as const
export type GroupBy = (typeof groups)[number]
export type Sort = 'rank' | 'priority' | 'due' | 'updated' | 'newest'
export type Zoom = 'week' | 'month' | 'quarter'

/** Everything about a view that the URL holds. */
export interface WorkSearch {
  filters: Filters
  group: GroupBy
  sort: Sort
  hidden: string[]
  folded: string[]
  peek?: string | undefined
  view?: string | undefined
  zoom: Zoom
  from?: string | undefined
}

type Raw = Record<string, unknown>
const text = (value: unknown): string | undefined => (value === undefined || value === null || value === '' ? undefined : String(value))
const words = (value: unknown): string[] => text(value)?.split(',').filter(Boolean) ?? []
const flag = (value: unknown): boolean | undefined =>
  value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined
const day = (value: unknown): string | undefined => (/^\d{4}-\d\d-\d\d$/.test(text(value) ?? '') ? text(value) : undefined)
const oneOf = <T extends string>(value: unknown, all: readonly T[], usual: T): T => all.find((one) => one === value) ?? usual
const said = <T extends object>(fields: T): T =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  ) as T

const statuses = (value: unknown) => words(value).filter((one): one is TaskStatus => one in taskStatuses)
const priorities = (value: unknown) => words(value).filter((one): one is TaskPriority => one in taskPriorities)
const traitsOf = (value: unknown) => words(value).filter((one): one is Trait => traits.some((trait) => trait === one))

export function readSearch(raw: Raw): WorkSearch {
  const filters = said({
    status: statuses(raw['status']),
    priority: priorities(raw['priority']),
    // Agents once had a field of their own; links and views that use it still work.
    assignee: [...words(raw['assignee']), ...words(raw['agent'])],
    label: words(raw['label']),
    status_not: statuses(raw['status_not']),
    priority_not: priorities(raw['priority_not']),
    assignee_not: words(raw['assignee_not']),
    label_not: words(raw['label_not']),
    has: traitsOf(raw['has']),
    has_no: traitsOf(raw['has_no']),
    blocked: flag(raw['blocked']),
    ready: flag(raw['ready']),
    leased: flag(raw['held']),
    due_before: day(raw['due_before']),
    due_after: day(raw['due_after']),
    milestone: text(raw['milestone']),
    text: text(raw['text']),
  }) as Filters
  return {
    filters,
    group: oneOf(raw['group'], groups, 'status'),
    sort: oneOf(raw['sort'], ['rank', 'priority', 'due', 'updated', 'newest'] as const, 'rank'),
    hidden: words(raw['hide']),
    folded: words(raw['fold']),
    peek: text(raw['peek']),
    view: text(raw['view']),
    zoom: oneOf(raw['zoom'], ['week', 'month', 'quarter'] as const, 'month'),
    from: day(raw['from']),
  }
}

const joined = (list: readonly string[] = []) => (list.length > 0 ? list.join(',') : undefined)

/** The inverse of reading; default values are not written. */
export function writeSearch(search: WorkSearch): Raw {
  const { filters, group, sort, hidden, folded, peek, view, zoom, from } = search
  return said({
    status: joined(filters.status),
    priority: joined(filters.priority),
    assignee: joined(filters.assignee),
    label: joined(filters.label),
    status_not: joined(filters.status_not),
    priority_not: joined(filters.priority_not),
    assignee_not: joined(filters.assignee_not),
    label_not: joined(filters.label_not),
    has: joined(filters.has),
    has_no: joined(filters.has_no),
    blocked: filters.blocked,
    ready: filters.ready,
    held: filters.leased,
    due_before: filters.due_before,
    due_after: filters.due_after,
    milestone: filters.milestone,
    text: filters.text,
    group: group === 'status' ? undefined : group,
    sort: sort === 'rank' ? undefined : sort,
    hide: joined(hidden),
    fold: joined(folded),
    peek,
    view,
    zoom: zoom === 'month' ? undefined : zoom,
    from,
  })
}

export type ChangeSearch = (change: Partial<WorkSearch>) => void

/** The URL is the state of the view. */
export function useWorkSearch(): [WorkSearch, ChangeSearch] {
  const raw = useSearch({ strict: false }) as Raw
  const navigate = useNavigate()
  const told = JSON.stringify(raw)
  const search = useMemo(() => readSearch(JSON.parse(told) as Raw), [told])
  const change = useCallback<ChangeSearch>(
    (part) =>
      void navigate({
        to: '.',
        replace: part.peek === undefined,
        search: ((before: Raw) => writeSearch({ ...readSearch(before), ...part })) as never,
      }),
    [navigate],
  )
  return [search, change]
}
