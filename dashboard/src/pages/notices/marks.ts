import { act } from '../../data/writes/act.ts'
import { queries } from '../../data/reads.ts'
import { createStore } from '../../data/store.ts'
import type { Entry, Notification } from './entries.ts'

/** Local changes that the server has not reported back yet. */
export const marked = createStore<ReadonlyMap<string, { read_at?: string | null; gone?: true }>>(new Map())

const mark = (id: string, fields: { read_at?: string | null; gone?: true }) =>
  marked.set((before) => new Map(before).set(id, { ...before.get(id), ...fields }))
async function settle(ids: readonly string[]): Promise<void> {
  await queries.refetchQueries({ predicate: ({ queryKey: [, name] }) => name === 'listNotifications', type: 'active' })
  marked.set((before) => new Map([...before].filter(([id]) => !ids.includes(id))))
}

export const asMarked = (rows: readonly Notification[], marks: ReturnType<typeof marked.get>): Notification[] =>
  rows.filter(({ id }) => !marks.get(id)?.gone).map((row) => ({ ...row, ...marks.get(row.id), gone: undefined }))

export async function markRead(organization: string, { told }: Entry, read: boolean): Promise<void> {
  // Marking a line as read applies to all of its notifications; marking it as unread, only to the newest.
  const ids = (read ? told : told.slice(0, 1)).filter(({ read_at }) => (read_at !== null) !== read).map(({ id }) => id)
  if (ids.length === 0) return
  for (const id of ids) mark(id, { read_at: read ? new Date().toISOString() : null })
  const operation = read ? 'markNotificationRead' : 'markNotificationUnread'
  const label = read ? 'Mark as read' : 'Mark as unread'
  await Promise.all(ids.map((id) => act({ organization, operation, input: { id }, label })))
  await settle(ids)
}

export async function archive(organization: string, { told }: Entry, archived = true): Promise<void> {
  const [first, ...rest] = told.map(({ id }) => id)
  if (first === undefined) return
  const ids = [first, ...rest]
  for (const id of ids) mark(id, { gone: true })
  const one = (id: string, to: boolean, label: string) => ({
    organization,
    operation: 'archiveNotification' as const,
    input: { id, archived: to },
    label,
  })
  const label = archived ? 'Mark as done' : 'Restore'
  await Promise.all(rest.map((id) => act(one(id, archived, label))))
  await act({
    ...one(first, archived, label),
    done: archived ? 'Done' : 'Back in your inbox',
    undo: () => ids.map((id) => one(id, !archived, 'Undo')),
  })
  await settle(ids)
}

/** Snoozes an entry until a time; null brings it back. An approval is snoozed together with its notifications. */
export async function later(organization: string, { told, approval }: Entry, until: Date | null, word: string): Promise<void> {
  const done = until ? `Snoozed, back ${word}` : 'Back in your inbox'
  const label = until ? 'Snooze' : 'Restore'
  const aside = (time: Date | null) => [
    ...(approval ? [snoozed(organization, approval.feature.id, time)] : []),
    ...told.map(({ id }) => ({
      organization,
      operation: 'snoozeNotification' as const,
      input: { id, until: time?.toISOString() ?? null },
      label,
    })),
  ]
  for (const { id } of told) mark(id, { gone: true })
  const [first, ...rest] = aside(until)
  for (const one of rest) await act({ ...one, then: ['listApprovals'] } as Parameters<typeof act>[0])
  if (first) await act({ ...first, done, then: ['listApprovals'], ...(until && { undo: () => aside(null) }) } as Parameters<typeof act>[0])
  await settle(told.map(({ id }) => id))
}

const snoozed = (organization: string, feature: string, until: Date | null) => ({
  organization,
  operation: 'snoozeApproval' as const,
  input: { feature, until: (until ?? new Date(0)).toISOString() },
  label: until ? 'Snooze' : 'Unsnooze approval',
})

export async function markAllRead(organization: string, unread: readonly Entry[], from: string | undefined): Promise<void> {
  const ids = unread.flatMap(({ told }) => told.map(({ id }) => id))
  const now = new Date().toISOString()
  for (const id of ids) mark(id, { read_at: now })
  await act({
    organization,
    operation: 'markAllNotificationsRead',
    input: from ? { organization: from } : {},
    label: 'Mark all as read',
    done: 'All marked as read',
  })
  await settle(ids)
}
