import { useRead } from '../data/reads.ts'

/** How much waits for this person, for the badges. */
export function useNeeds(): { inbox: number; agents: number; gates: number } {
  const notifications = useRead('listNotifications', { limit: 1 })
  const approvals = useRead('listApprovals', {})
  const atWork = useRead('listAgentsAtWork', {})
  return {
    inbox: notifications.data?.needs_you ?? 0,
    agents: atWork.data?.items.filter(({ status }) => status === 'waiting' || status === 'blocked' || status === 'over_budget').length ?? 0,
    gates: approvals.data?.items.length ?? 0,
  }
}
