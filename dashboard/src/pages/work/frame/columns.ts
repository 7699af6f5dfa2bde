import { useEffect, useMemo } from 'react'
import { useList, useRead } from '../../../data/reads.ts'
import type { People } from '../../../data/people.ts'
import type { Fields } from '../../../data/tasks/edit-tasks.ts'
import type { Task } from '../../../data/tasks/task-patch.ts'
import { taskPriorities, taskStatuses, type TaskPriority, type TaskStatus } from '../../../ui/marks/task-marks.tsx'
import type { GroupBy } from './search.ts'

/** A group of tasks with one property in common. */
export interface Column {
  /** A status, a priority, a label, `none`, or the id of a person, agent, epic, feature or milestone. */
  value: string
  title: string
  agent: boolean
  tasks: Task[]
  /** The total number of tasks, of which the first are loaded. */
  count: number
}

type Face = Omit<Column, 'tasks' | 'count'>

/** How tasks are grouped: all groups, and the groups of one task. */
export interface Grouping {
  by: GroupBy
  faces: readonly Face[]
  of(task: Task): readonly string[]
}

const none = 'none'
const face = (value: string, title: string, agent = false): Face => ({ value, title, agent })
const isUsed = (tasks: readonly Task[], of: Grouping['of']) => {
  const used = new Set(tasks.flatMap(of))
  return ({ value }: Face) => used.has(value)
}

function ofTasks(by: GroupBy, tasks: readonly Task[], people: People): Grouping {
  if (by === 'status')
    return { by, faces: Object.entries(taskStatuses).map(([value, { word }]) => face(value, word)), of: (task) => [task.status] }
  if (by === 'priority')
    return { by, faces: Object.entries(taskPriorities).map(([value, { word }]) => face(value, word)), of: (task) => [task.priority] }
  if (by === 'label') {
    const labels = [...new Set(tasks.flatMap((task) => task.labels))].toSorted((a, b) => a.localeCompare(b))
    const of = (task: Task) => (task.labels.length > 0 ? task.labels : [none])
    return { by, faces: [face(none, 'No label'), ...labels.map((one) => face(one, one))], of }
  }
  const of = (task: Task) => [task.assignee_agent_id ?? task.assignee_id ?? none]
  const known = [
    face(none, 'Unassigned'),
    ...people.members.map((one) => face(one.user_id, one.name)),
    ...people.agents.map((one) => face(one.id, one.name, true)).filter(isUsed(tasks, of)),
  ]
  const others = tasks.filter((task) => !known.some(({ value }) => of(task).includes(value)))
  const left = new Map(others.map((task) => [of(task)[0] ?? none, people.actor(task.assignee_id, task.assignee_agent_id)]))
  return { by, faces: [...known, ...[...left].map(([id, { name, kind }]) => face(id, name, kind === 'agent'))], of }
}

/** The epics, features and milestones of a project are loaded only if tasks are grouped by them. */
export function useGrouping(by: GroupBy, project: string, tasks: readonly Task[], people: People): Grouping {
  const branches = useList('listTasks', { project, kind: ['epic', 'story'], limit: 100 }, { enabled: by === 'epic' })
  const { data: features } = useRead('listFeatureTasks', { project }, { enabled: by === 'feature' })
  const { data: milestones } = useRead('listMilestones', { project, limit: 100 }, { enabled: by === 'milestone' })
  const { items, hasNextPage, isFetchingNextPage, fetchNextPage } = branches
  useEffect(() => {
    if (by === 'epic' && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [by, hasNextPage, isFetchingNextPage, fetchNextPage])
  const read = JSON.stringify(by === 'epic' ? items.map(({ id, kind, title, parent_id }) => ({ id, kind, title, parent_id })) : [])
  return useMemo(() => {
    if (by === 'epic') {
      const rows = JSON.parse(read) as { id: string; kind: string; title: string; parent_id: string | null }[]
      const epicOf = new Map(rows.map(({ id, kind, parent_id }) => [id, kind === 'epic' ? id : (parent_id ?? none)]))
      const epics = rows.filter(({ kind }) => kind === 'epic').map(({ id, title }) => face(id, title))
      return { by, faces: [face(none, 'No epic'), ...epics], of: (task) => [epicOf.get(task.parent_id ?? '') ?? none] }
    }
    if (by === 'feature') {
      const of = new Map<string, string[]>()
      for (const { feature_id, task_ids } of features?.items ?? [])
        for (const id of task_ids) of.set(id, [...(of.get(id) ?? []), feature_id])
      const all = (features?.items ?? []).map(({ feature_id, title }) => face(feature_id, title))
      return { by, faces: [face(none, 'No feature'), ...all], of: (task) => of.get(task.id) ?? [none] }
    }
    if (by === 'milestone') {
      const all = (milestones?.items ?? []).map(({ id, name }) => face(id, name))
      return { by, faces: [face(none, 'No milestone'), ...all], of: (task) => [task.milestone_id ?? none] }
    }
    return ofTasks(by, tasks, people)
  }, [by, read, features, milestones, tasks, people])
}

/**
 * The tasks in their columns, in the given order. One with two labels is in both; one whose column was not loaded, such as the hundred
 * and first milestone, is in the column for tasks without one.
 */
export function columnsOf({ faces, of }: Grouping, tasks: readonly Task[]): Column[] {
  const columns = new Map(faces.map((one) => [one.value, { ...one, tasks: [] as Task[] }]))
  for (const task of tasks) for (const value of of(task)) (columns.get(value) ?? columns.get(none))?.tasks.push(task)
  return [...columns.values()].map((column) => ({ ...column, count: column.tasks.length }))
}

/** The fields of a new task in this column, and of a task that moves here from another one. */
export function fieldsOf(by: GroupBy, { value, agent }: Pick<Column, 'value' | 'agent'>, task?: Task, from?: string): Fields {
  if (by === 'status') return { status: value as TaskStatus }
  if (by === 'priority') return { priority: value as TaskPriority }
  if (by === 'epic') return { parent_id: value === none ? null : value }
  if (by === 'milestone') return { milestone_id: value === none ? null : value }
  if (by === 'label') {
    const kept = (task?.labels ?? []).filter((one) => one !== from && one !== value)
    return { labels: value === none ? [] : [...kept, value] }
  }
  if (by === 'feature') return {}
  if (value === none) return { assignee_id: null, assignee_agent_id: null }
  return agent ? { assignee_id: null, assignee_agent_id: value } : { assignee_id: value, assignee_agent_id: null }
}

/** Which tasks belong to a feature is edited on the feature's own page. */
export const isMovable = (by: GroupBy): boolean => by !== 'feature'
