import type { Output } from '@baton/client'
import { toast } from '../../data/toast.ts'
import { act } from '../../data/writes/act.ts'
import { write } from '../../data/writes/outbox.ts'
import { changeRead, readAgain } from '../../data/reads.ts'
import { plural } from '../../ui/format.ts'
import { isStopped, type AtWork } from './at-work.ts'

const reason = 'Stopped from the dashboard'
const pauseReason = 'Paused from the dashboard'
type Named = { id: string; name: string }

/** Optimistic update: the wall shows it at once, and the event brings the server's own state. */
function show(organization: string, ids: readonly string[], fields: Partial<AtWork>): void {
  const change = (before: Output<'listAgentsAtWork'>) => ({
    ...before,
    items: before.items.map((one) => (ids.includes(one.id) ? { ...one, ...fields } : one)),
  })
  changeRead(organization, 'listAgentsAtWork', {}, change)
  for (const agent of ids) changeRead(organization, 'listAgentsAtWork', { agent }, change)
}

const stopped = (): Partial<AtWork> => ({ status: 'stopped', reason: 'By you', since: new Date().toISOString(), task: null })
const paused = (): Partial<AtWork> => ({
  status: 'paused',
  reason: 'By you; session and leases are kept',
  since: new Date().toISOString(),
})
const reads = ['listAgentsAtWork', 'getAgent', 'listAgents', 'getSession', 'listSessions'] as const

export function stopAgent(organization: string, { id, name }: Named): void {
  show(organization, [id], stopped())
  void act({
    organization,
    operation: 'stopAgent',
    input: { agent: id, reason },
    label: `Stop ${name}`,
    done: `${name} stopped. Leases released.`,
    undo: () => ({ organization, operation: 'resumeAgent', input: { agent: id }, label: `Resume ${name}` }),
    then: reads,
  })
}

/** A paused agent writes nothing more; resuming continues the same session with the same leases. */
export function pauseAgent(organization: string, { id, name }: Named): void {
  show(organization, [id], paused())
  void act({
    organization,
    operation: 'pauseAgent',
    input: { agent: id, reason: pauseReason },
    label: `Pause ${name}`,
    done: `${name} paused. Session and leases are kept for 24 hours.`,
    undo: () => ({ organization, operation: 'resumeAgent', input: { agent: id }, label: `Resume ${name}` }),
    then: reads,
  })
}

export function resumeAgent(organization: string, { id, name }: Named): void {
  show(organization, [id], { status: 'idle', reason: 'Resumed from the dashboard' })
  void act({
    organization,
    operation: 'resumeAgent',
    input: { agent: id },
    label: `Resume ${name}`,
    done: `${name} resumed.`,
    undo: () => ({ organization, operation: 'stopAgent', input: { agent: id, reason }, label: `Stop ${name}` }),
    then: reads,
  })
}

export const canStop = (one: AtWork): boolean => one.may_control && !isStopped(one)
export const canResume = (one: AtWork): boolean => one.may_control && (one.status === 'stopped' || one.status === 'paused')

/** Returns how many of them it worked for: an agent can be gone, or someone else's action can come first. */
async function forEach(
  organization: string,
  agents: readonly AtWork[],
  operation: 'stopAgent' | 'pauseAgent' | 'resumeAgent',
): Promise<number> {
  const results = await Promise.allSettled(
    agents.map(({ id, name }) =>
      operation === 'resumeAgent'
        ? write({ organization, operation, input: { agent: id }, label: `Resume ${name}` })
        : operation === 'pauseAgent'
          ? write({ organization, operation, input: { agent: id, reason: pauseReason }, label: `Pause ${name}` })
          : write({ organization, operation, input: { agent: id, reason }, label: `Stop ${name}` }),
    ),
  )
  readAgain(organization, new Set(reads))
  return results.filter(({ status }) => status === 'fulfilled').length
}

/** Ends the sessions and leases of these agents; resuming restores neither, so there is no undo. */
export async function stopAll(organization: string, agents: readonly AtWork[]): Promise<void> {
  const ids = agents.map(({ id }) => id)
  show(organization, ids, stopped())
  toast.success(`${await forEach(organization, agents, 'stopAgent')} of ${plural(agents.length, 'agent')} stopped`)
}

/** Everyone stops working and loses nothing. */
export async function pauseAll(organization: string, agents: readonly AtWork[]): Promise<void> {
  const ids = agents.map(({ id }) => id)
  show(organization, ids, paused())
  const count = await forEach(organization, agents, 'pauseAgent')
  toast.success(`${count} of ${plural(agents.length, 'agent')} paused. Sessions and leases are kept.`)
}

export async function resumeAll(organization: string, agents: readonly AtWork[]): Promise<void> {
  const ids = agents.map(({ id }) => id)
  show(organization, ids, { status: 'idle', reason: 'Resumed from the dashboard' })
  toast.success(`${await forEach(organization, agents, 'resumeAgent')} of ${plural(agents.length, 'agent')} resumed`)
}

export function releaseLease(organization: string, agent: Named, task: string): void {
  show(organization, [agent.id], { task: null })
  void act({
    organization,
    operation: 'claimTask',
    input: { action: 'release', task },
    label: `Release ${task}`,
    done: `${task} released; ${agent.name} will be notified with its next tool call.`,
    then: reads,
  })
}
