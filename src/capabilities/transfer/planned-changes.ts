import type { Changes } from '../work-items/change-item.ts'
import type { Planned, Target } from './plan-import.ts'

const asTheyAre = ['title', 'description', 'status', 'priority', 'labels', 'estimate', 'due_on', 'completion_notes'] as const

export const idOf = (target: Target, made: ReadonlyMap<Planned, string>): string =>
  'item' in target ? target.item.id : (target.row.before?.id ?? made.get(target.row) ?? '')

/** What the row asks of the item that is there; a field it leaves out is not named. */
export function changesOf(planned: Planned, made: ReadonlyMap<Planned, string>): Changes {
  const { row, parent, assignee_id, assignee_agent_id } = planned
  const changes: Changes = {}
  for (const field of asTheyAre) if (row[field] !== undefined) Object.assign(changes, { [field]: row[field] })
  if (parent !== undefined) changes.parent_id = parent && idOf(parent, made)
  if (assignee_id !== undefined) changes.assignee_id = assignee_id
  if (assignee_agent_id !== undefined) changes.assignee_agent_id = assignee_agent_id
  return changes
}

/** Whether the import would leave this item as it is. */
export function isUnchanged(planned: Planned, blockers: readonly string[]): boolean {
  const { before } = planned
  if (!before) return false
  const none = new Map<Planned, string>()
  const changes = changesOf(planned, none)
  const same = Object.entries(changes).every(([field, value]) => JSON.stringify(value) === JSON.stringify(before[field as keyof Changes]))
  const wanted = planned.blockers?.map((blocker) => idOf(blocker, none)).sort()
  return same && (wanted === undefined || wanted.join() === blockers.join())
}
