import type { Output } from '@baton/client'
import type { WorkStatus } from '../../ui/marks/work-status.tsx'

export type AtWork = Output<'listAgentsAtWork'>['items'][number]

/** Maps the server's status to the shared vocabulary; a stopped, paused or silent agent is idle, with a word that says so. */
export function statusOf({ status, task }: Pick<AtWork, 'status'> & Partial<Pick<AtWork, 'task'>>): { status: WorkStatus; word?: string } {
  if (status === 'stopped') return { status: 'idle', word: 'Stopped' }
  if (status === 'paused') return { status: 'idle', word: 'Paused' }
  return status === 'idle' && task ? { status, word: 'Silent' } : { status }
}

export const isStopped = ({ status }: Pick<AtWork, 'status'>): boolean =>
  status === 'stopped' || status === 'paused' || status === 'over_budget'

/** Whether it was active today without anyone reporting the cost. */
export function spendUnknown({ spend, last_call }: AtWork): boolean {
  if (spend.cost !== null) return false
  return spend.reports > 0 || last_call?.at.slice(0, 10) === new Date().toISOString().slice(0, 10)
}
