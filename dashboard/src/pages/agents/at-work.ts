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

const minute = 60_000
/** How long the last call says how an agent stands, as in the server's rule; then it is silent. */
const callCounts: Partial<Record<AtWork['status'], number>> = { running: 15 * minute, blocked: 60 * minute }

/** What was read, as it stands by now: an agent that falls silent does nothing after which the page would read again. */
export function asOf(read: Output<'listAgentsAtWork'>, now: number): Output<'listAgentsAtWork'> {
  const passed = Math.floor(now / minute) - Math.floor(Date.parse(read.at) / minute)
  const empty = Array<number>(Math.min(Math.max(0, passed), read.calls.length)).fill(0)
  return {
    ...read,
    items: read.items.map((one) => (isSilent(one, now) ? silent(one) : one)),
    calls: [...read.calls.slice(empty.length), ...empty],
  }
}

function isSilent({ status, since, last_call }: AtWork, now: number): boolean {
  const counts = callCounts[status]
  return counts !== undefined && last_call !== null && since === last_call.at && now - Date.parse(since) >= counts
}

const silent = (agent: AtWork): AtWork =>
  agent.task ? { ...agent, status: 'running', reason: 'Holds a task, no recent calls' } : { ...agent, status: 'idle', reason: 'No task' }
