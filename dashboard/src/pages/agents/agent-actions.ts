import type { Output } from '@baton/client'
import { toast } from '../../data/toast.ts'
import { act } from '../../data/writes/act.ts'
import { write } from '../../data/writes/outbox.ts'
import { changeRead, readAgain } from '../../data/reads.ts'
import { plural } from '../../ui/format.ts'
import { isStopped, type AtWork } from './at-work.ts'

const reason = 'Stopped from the dashboard'
type Named = { id: string; name: string }

/** The wall shows it at once; the server's own word comes with the event. */
function show(organization: string, ids: readonly string[], fields: Partial<AtWork>): void {
  const change = (before: Output<'listAgentsAtWork'>) => ({
    ...before,
    items: before.items.map((one) => (ids.includes(one.id) ? { ...one, ...fields } : one)),
  })
  changeRead(organization, 'listAgentsAtWork', {}, change)
  for (const agent of ids) changeRead(organization, 'listAgentsAtWork', { agent }, change)
}

const stopped = (): Partial<AtWork> => ({ status: 'stopped', reason: 'By you', since: new Date().toISOString(), task: null })
const reads = ['listAgentsAtWork', 'getAgent', 'listAgents', 'getSession', 'listSessions'] as const

export function stopAgent(organization: string, { id, name }: Named): void {
  show(organization, [id], stopped())
  void act({
    organization,
    operation: 'stopAgent',
    input: { agent: id, reason },
    label: `Stop ${name}`,
    done: `${name} is stopped. Its leases are free.`,
    undo: () => ({ organization, operation: 'resumeAgent', input: { agent: id }, label: `Resume ${name}` }),
    then: reads,
  })
}

export function resumeAgent(organization: string, { id, name }: Named): void {
  show(organization, [id], { status: 'idle', reason: 'May work again' })
  void act({
    organization,
    operation: 'resumeAgent',
    input: { agent: id },
    label: `Resume ${name}`,
    done: `${name} may work again.`,
    undo: () => ({ organization, operation: 'stopAgent', input: { agent: id, reason }, label: `Stop ${name}` }),
    then: reads,
  })
}

export const canStop = (one: AtWork): boolean => one.may_control && !isStopped(one)
export const canResume = (one: AtWork): boolean => one.may_control && one.status === 'stopped'

/** Says how many of them it worked for: an agent can be gone, or another's word can come first. */
async function forEach(organization: string, agents: readonly AtWork[], operation: 'stopAgent' | 'resumeAgent'): Promise<number> {
  const results = await Promise.allSettled(
    agents.map(({ id, name }) =>
      operation === 'stopAgent'
        ? write({ organization, operation, input: { agent: id, reason }, label: `Stop ${name}` })
        : write({ organization, operation, input: { agent: id }, label: `Resume ${name}` }),
    ),
  )
  readAgain(organization, new Set(reads))
  return results.filter(({ status }) => status === 'fulfilled').length
}

/** Ends the sessions and leases of these agents; resuming them brings back neither, so this offers no undo. */
export async function stopAll(organization: string, agents: readonly AtWork[]): Promise<void> {
  const ids = agents.map(({ id }) => id)
  show(organization, ids, stopped())
  toast.success(`${await forEach(organization, agents, 'stopAgent')} of ${plural(agents.length, 'agent')} stopped`)
}

export async function resumeAll(organization: string, agents: readonly AtWork[]): Promise<void> {
  const ids = agents.map(({ id }) => id)
  show(organization, ids, { status: 'idle', reason: 'May work again' })
  toast.success(`${await forEach(organization, agents, 'resumeAgent')} of ${plural(agents.length, 'agent')} resumed`)
}

export function releaseLease(organization: string, agent: Named, task: string): void {
  show(organization, [agent.id], { task: null })
  void act({
    organization,
    operation: 'claimTask',
    input: { action: 'release', task },
    label: `Release ${task}`,
    done: `${task} is free again; ${agent.name} is told with its next call.`,
    then: reads,
  })
}
