import { createHash } from 'node:crypto'
import type { HostIssue } from '../../../platform/code-host/issue-session.ts'
import { oneLine, titleForHost } from './issue-texts.ts'

/** What an issue and its task have in common. */
export interface IssueState {
  title: string
  state: 'open' | 'closed'
}

export const fields = ['title', 'state'] as const
const closed = new Set(['complete', 'cancelled'])

export const stateOfIssue = ({ title, state }: HostIssue): IssueState => ({ title: oneLine(title), state })
export const stateOfTask = ({ title, status }: { title: string; status: string }): IssueState => ({
  title: titleForHost(title),
  state: closed.has(status) ? 'closed' : 'open',
})
export const digestOf = ({ title, state }: IssueState): Buffer => createHash('sha256').update(`${state}\0${title}`).digest()
export const isSame = (one: IssueState, other: IssueState): boolean => fields.every((field) => one[field] === other[field])

export interface Merged {
  /** What the task takes from the issue. */
  take: Partial<IssueState>
  /** What the issue takes from the task. */
  give: Partial<IssueState>
  /** Fields that both sides had changed differently: the issue wins. */
  lost: (keyof IssueState)[]
}

/** Three-way merge: a field changed on one side since they last agreed goes to the other; if both changed it, the host wins. */
export function merge(agreed: IssueState, issue: IssueState, task: IssueState): Merged {
  const merged: Merged = { take: {}, give: {}, lost: [] }
  for (const field of fields) {
    if (issue[field] === task[field]) continue
    if (issue[field] === agreed[field]) Object.assign(merged.give, { [field]: task[field] })
    else {
      Object.assign(merged.take, { [field]: issue[field] })
      if (task[field] !== agreed[field]) merged.lost.push(field)
    }
  }
  return merged
}

export const only = (state: IssueState, some: readonly (keyof IssueState)[]): Partial<IssueState> =>
  Object.fromEntries(some.map((field) => [field, state[field]]))

/** What both sides agree on once the issue has taken what it is given. */
export const agreedAfter = (agreed: IssueState, issue: IssueState, task: IssueState): IssueState => {
  const { take } = merge(agreed, issue, task)
  return { title: 'title' in take ? agreed.title : task.title, state: 'state' in take ? agreed.state : task.state }
}

type Status = 'complete' | 'cancelled' | 'backlog'

/** How a task follows its issue. */
export function changesOf(
  { title, state }: Partial<IssueState>,
  { not_planned }: HostIssue,
  status: string,
): { title?: string; status?: Status } {
  const named = title === undefined ? {} : { title }
  if (state === 'closed' && !closed.has(status)) return { ...named, status: not_planned ? 'cancelled' : 'complete' }
  return state === 'open' && closed.has(status) ? { ...named, status: 'backlog' } : named
}
