import { useMemo } from 'react'
import { useOrganization } from '../../../../data/organization.ts'
import { outbox } from '../../../../data/writes/outbox.ts'
import { usePeople } from '../../../../data/people.ts'
import { useRead } from '../../../../data/reads.ts'
import { useStore } from '../../../../data/store.ts'
import { applyPatch, isClosed, type Task } from '../../../../data/tasks/task-patch.ts'
import { addDays, dayOf } from '../../frame/days.ts'

export interface Part {
  title: string
  /** What to do when the part is empty; without it, an empty part is left out. */
  empty?: string
  tasks: Task[]
}

const inDays = (days: number) => addDays(dayOf(Date.now()), days)
const open: Task['status'][] = ['backlog', 'todo', 'in_progress', 'in_review']

/** One person's work across all projects of the organization; no task is in more than one part. */
export function useMyWork(): { parts: Part[]; pending: boolean; error: Error | null; refetch(): void } {
  const organization = useOrganization()
  const { me, agents } = usePeople()
  const mine = useRead('listTasks', { assignee: 'me', status: open, sort: 'priority', limit: 100 })
  const held = useRead('listTasks', { leased: true, limit: 100 })
  const inReview = useRead('listTasks', { status: 'in_review', sort: 'updated', limit: 100 })
  const done = useRead('listTasks', { assignee: 'me', status: 'complete', sort: 'updated', limit: 10 })
  const pending = useStore(outbox)
  const parts = useMemo(() => {
    const own = new Set(agents.filter(({ owner_id }) => owner_id === me).map(({ id }) => id))
    const rows = new Map([mine, held, inReview, done].flatMap(({ data }) => (data?.items ?? []) as Task[]).map((task) => [task.id, task]))
    for (const { patch, organization: where, refused } of pending)
      if (patch && where === organization && refused === undefined) applyPatch(rows, patch)
    const taken = new Set<string>()
    const part = (which: (task: Task) => boolean): Task[] => {
      const found = [...rows.values()].filter((task) => !taken.has(task.id) && which(task))
      for (const { id } of found) taken.add(id)
      return found
    }
    const isMine = (task: Task) => task.assignee_id === me
    const byAgent = (task: Task) => own.has(task.assignee_agent_id ?? '') || own.has(task.created_by_agent_id ?? '')
    const lives = (task: Task) => task.lease_until !== null && Date.parse(task.lease_until) > Date.now()
    const soon = inDays(7)
    return [
      {
        title: 'Needs your review',
        tasks: part((task) => task.status === 'in_review' && !isMine(task) && (task.created_by === me || byAgent(task))),
      },
      {
        title: 'Due soon',
        tasks: part((task) => isMine(task) && !isClosed(task) && task.due_on !== null && task.due_on <= soon).toSorted((a, b) =>
          (a.due_on ?? '').localeCompare(b.due_on ?? ''),
        ),
      },
      { title: 'Claimed by your agents', tasks: part((task) => lives(task) && own.has(task.lease_agent_id ?? '')) },
      {
        title: 'Assigned to you',
        empty: 'No tasks assigned to you. Press A on a task to assign it to yourself, or C to create one.',
        tasks: part((task) => isMine(task) && !isClosed(task)),
      },
      { title: 'Recently completed', tasks: part((task) => isMine(task) && task.status === 'complete') },
    ]
  }, [mine.data, held.data, inReview.data, done.data, pending, organization, me, agents])
  const error = mine.data ? null : mine.error
  return { parts, pending: mine.isPending, error, refetch: () => void mine.refetch() }
}
