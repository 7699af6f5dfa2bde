import type { Output } from '@baton/client'
import type { WorkStatus } from '../../ui/marks/work-status.tsx'

export type AtWork = Output<'listAgentsAtWork'>['items'][number]

/** The server's word in the one vocabulary; a stopped or paused agent is idle and says so. */
export const statusOf = (agent: Pick<AtWork, 'status'>): { status: WorkStatus; word?: string } =>
  agent.status === 'stopped'
    ? { status: 'idle', word: 'Stopped' }
    : agent.status === 'paused'
      ? { status: 'idle', word: 'Paused' }
      : { status: agent.status }

export const isStopped = ({ status }: Pick<AtWork, 'status'>): boolean =>
  status === 'stopped' || status === 'paused' || status === 'over_budget'

/** Whether it did something today and nobody said what that cost. */
export function spendUnknown({ spend, last_call }: AtWork): boolean {
  if (spend.cost !== null) return false
  return spend.reports > 0 || last_call?.at.slice(0, 10) === new Date().toISOString().slice(0, 10)
}
