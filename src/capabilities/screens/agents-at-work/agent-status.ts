import type { AtWorkRow } from './agents-at-work.queries.ts'

type Facts = Pick<
  AtWorkRow,
  | 'state'
  | 'stop_reason'
  | 'stopped_at'
  | 'stopped_by'
  | 'paused_until'
  | 'task'
  | 'waits_for'
  | 'asks'
  | 'session'
  | 'last_call'
  | 'failed_in_a_row'
>

export interface AgentStatus {
  status: 'running' | 'waiting' | 'blocked' | 'over_budget' | 'idle' | 'paused' | 'stopped'
  reason: string
  since: string | null
}

const minute = 60_000
/** An agent without a call for this long is silent: one that works calls more often. */
const quiet = 2 * minute
/** For this long after its last call, an agent's failed calls decide its status. */
const failuresCount = 60 * minute
/** A call this long after a feature reached its gate, or after a question, still counts as the one that brought it there. */
const aMoment = minute
const manyFailures = 3

const firstLine = (text: string) => (text.trim().split('\n')[0] ?? '').slice(0, 120).toWellFormed()

function doing(session: Facts['session']): string {
  if (session?.status === 'running') return firstLine(session.progress ?? session.title)
  return session ? 'Session ended' : 'No session'
}

/** An agent's status, the reason for it and since when. The first rule that matches decides. */
export function agentStatus(facts: Facts, now: Date): AgentStatus {
  const { state, stop_reason, stopped_at, stopped_by, paused_until, task, waits_for, asks, session, last_call, failed_in_a_row } = facts
  const past = (at: string) => now.getTime() - Date.parse(at)
  if (state === 'stopped' && stop_reason === 'over_budget') return { status: 'over_budget', reason: 'Budget used up', since: stopped_at }
  if (state === 'stopped' && paused_until)
    return { status: 'paused', reason: `${stopped_by ? `By ${stopped_by}` : 'Paused'}; session and leases are kept`, since: stopped_at }
  if (state === 'stopped')
    return {
      status: 'stopped',
      reason: `${stopped_by ? `By ${stopped_by}` : 'Stopped'}${stop_reason ? `: ${stop_reason}` : ''}`,
      since: stopped_at,
    }
  // An agent that goes on calling long afterwards has found something else to do.
  const stands = (since: string) => !last_call || Date.parse(last_call.at) <= Date.parse(since) + aMoment
  if (waits_for && stands(waits_for.since))
    return { status: 'waiting', reason: `${waits_for.gate} approval of ${waits_for.ref}`, since: waits_for.since }
  if (asks && stands(asks.since)) return { status: 'waiting', reason: `Asked in ${asks.key}`, since: asks.since }
  if (last_call && failed_in_a_row >= manyFailures && past(last_call.at) < failuresCount)
    return { status: 'blocked', reason: `${last_call.tool}: ${failed_in_a_row} calls failed in a row`, since: last_call.at }
  if (session?.status === 'lost') return { status: 'blocked', reason: 'Session timed out', since: session.seen_at }
  if (last_call && past(last_call.at) < quiet) return { status: 'running', reason: doing(session), since: last_call.at }
  if (task) return { status: 'idle', reason: 'Has a task, no recent calls', since: last_call?.at ?? null }
  return { status: 'idle', reason: last_call ? 'No task' : 'Never connected', since: last_call?.at ?? null }
}

const order = { waiting: 0, blocked: 1, over_budget: 2, running: 3, paused: 4, idle: 5, stopped: 6 } as const

/** Agents that need a person come first, then those that called last. */
export function byNeed(
  a: AgentStatus & { last_call: { at: string } | null },
  b: AgentStatus & { last_call: { at: string } | null },
): number {
  const called = (one: { last_call: { at: string } | null }) => (one.last_call ? Date.parse(one.last_call.at) : 0)
  return order[a.status] - order[b.status] || called(b) - called(a)
}
