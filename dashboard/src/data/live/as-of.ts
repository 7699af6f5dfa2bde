import type { Output } from '@baton/client'

type Read = Output<'listAgentsAtWork'>
type AtWork = Read['items'][number]

const minute = 60_000
/** How long the last call determines an agent's status, mirroring the server's rule; after that the agent is silent. */
const callCounts: Partial<Record<AtWork['status'], number>> = { running: 2 * minute, blocked: 60 * minute }

/** Brings a read up to the present: an agent that falls silent causes no event that would make the page refetch. */
export function asOf(read: Read, now: number): Read {
  return { ...read, items: read.items.map((one) => (isSilent(one, now) ? silent(one) : one)), calls: callsAt(read, now) }
}

/** Calls per minute, the current minute last. */
export function callsAt({ at, calls }: Pick<Read, 'at' | 'calls'>, now: number): number[] {
  const passed = Math.floor(now / minute) - Math.floor(Date.parse(at) / minute)
  const empty = Array<number>(Math.min(Math.max(0, passed), calls.length)).fill(0)
  return [...calls.slice(empty.length), ...empty]
}

function isSilent({ status, since, last_call }: AtWork, now: number): boolean {
  const counts = callCounts[status]
  return counts !== undefined && last_call !== null && since === last_call.at && now - Date.parse(since) >= counts
}

const silent = (agent: AtWork): AtWork => ({
  ...agent,
  status: 'idle',
  reason: agent.task ? 'Has a task, no recent calls' : 'No task',
})
