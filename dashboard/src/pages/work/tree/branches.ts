import { useEffect, useMemo } from 'react'
import { useList } from '../../../data/reads.ts'
import { progressOf, type Task } from '../../../data/tasks/task-patch.ts'
import type { TaskStatus } from '../../../ui/marks/task-marks.tsx'

type Kind = 'epic' | 'story' | 'task'

/** A row of the tree, with totals of what is below it. */
export interface Node {
  id: string
  key: string
  kind: Kind
  title: string
  status: TaskStatus
  parent: Node | null
  depth: number
  children: Node[]
  /** Counts of tasks, excluding cancelled ones. */
  total: number
  complete: number
  assignee_id: string | null
  assignee_agent_id: string | null
  due_on: string | null
  task?: Task
}

interface Branch {
  id: string
  key: string
  kind: Kind
  title: string
  status: TaskStatus
  parent_id: string | null
  number: number
  assignee_id: string | null
  assignee_agent_id: string | null
  due_on: string | null
}

/** All epics and stories of a project. */
export function useBranches(project: string) {
  const list = useList('listTasks', { project, kind: ['epic', 'story'], limit: 100 })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return list
}

/** Places tasks under their stories and epics, and adds up the counts. */
export function useTree(branches: readonly Partial<Branch>[], tasks: readonly Task[]): Node[] {
  return useMemo(() => {
    const nodes = new Map<string, Node>()
    const make = (one: Branch, task?: Task): Node => {
      const { id, key, kind, title, status, assignee_id, assignee_agent_id, due_on } = one
      const own = { id, key, kind, title, status, assignee_id, assignee_agent_id, due_on }
      return { ...own, parent: null, depth: 0, children: [], total: 0, complete: 0, ...(task && { task }) }
    }
    const all = (branches as Branch[]).toSorted((a, b) => a.number - b.number)
    for (const one of all) nodes.set(one.id, make(one))
    const top: Node[] = []
    const place = (node: Node, parent: string | null) => {
      node.parent = (parent && nodes.get(parent)) || null
      node.depth = node.parent ? node.parent.depth + 1 : 0
      ;(node.parent?.children ?? top).push(node)
    }
    for (const kind of ['epic', 'story']) for (const one of all) if (one.kind === kind) place(nodes.get(one.id) as Node, one.parent_id)
    for (const task of tasks) {
      const node = make(task as Branch, task)
      place(node, task.parent_id)
      const { complete, total } = progressOf([task])
      for (let above = node.parent; above; above = above.parent) {
        above.total += total
        above.complete += complete
      }
    }
    return top
  }, [branches, tasks])
}

/** The visible rows: what is below a folded one is left out. */
export const flatten = (nodes: readonly Node[], folded: ReadonlySet<string>): Node[] =>
  nodes.flatMap((node) => [node, ...(folded.has(node.id) ? [] : flatten(node.children, folded))])
