import { useAgentsAtWork } from '../data/live/agents-at-work.ts'
import { useRead } from '../data/reads.ts'
import { createStore, useStore } from '../data/store.ts'

/** The number of dangerous actions waiting on this user's machines; see machine-needs. */
export const machineNeeds = createStore(0)

/** How many things wait for this user, for the badges. */
export function useNeeds(): { inbox: number; agents: number; gates: number } {
  const notifications = useRead('listNotifications', { limit: 1 })
  const approvals = useRead('listApprovals', {})
  const atWork = useAgentsAtWork()
  return {
    inbox: (notifications.data?.needs_you ?? 0) + useStore(machineNeeds),
    agents: atWork.data?.items.filter(({ status }) => status === 'waiting' || status === 'blocked' || status === 'over_budget').length ?? 0,
    gates: approvals.data?.items.length ?? 0,
  }
}
