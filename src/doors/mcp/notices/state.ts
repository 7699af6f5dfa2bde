import { stoppedAmong } from '../../../capabilities/sessions/control/require-controlled-agent.ts'
import { waitingAmong } from '../../../capabilities/sessions/hints/hints-waiting.ts'
import { leaseEndings, leasesAmong } from '../../../capabilities/work/leases/agent-leases.ts'
import { logHeadIn } from '../../../capabilities/log/read-log.ts'
import type { Kernel } from '../../../kernel/execute.ts'

export interface Lease {
  id: string
  key: string
  until: string
}

/** An agent's state at one moment. */
export interface AgentState {
  stop: { agent: string; reason: string | null } | undefined
  hints: { newest: string; session: string | null; count: number } | undefined
  leases: readonly Lease[]
}

/** The states of agents, and the head of the organization's log at that moment. */
export async function agentStates(
  { database, clock }: Kernel,
  org: string,
  agents: readonly string[],
): Promise<{ seq: number; states: Map<string, AgentState> }> {
  // The log's head first, so that later changes are checked again. One connection for all: checks are frequent, and calls need the pool.
  const [seq, stopped, waiting, leases] = await database.withRealm('organization', { org, user: null }, 'read', (tx) =>
    Promise.all([
      logHeadIn(tx, org),
      stoppedAmong(tx, org, agents),
      waitingAmong(tx, org, agents),
      leasesAmong(tx, org, agents, clock.now()),
    ]),
  )
  const held = Map.groupBy(leases, ({ agent }) => agent)
  const states = agents.map(
    (agent) => [agent, { stop: stopped.get(agent), hints: waiting.get(agent), leases: held.get(agent) ?? [] }] as const,
  )
  return { seq, states: new Map(states) }
}

/** Why leases that were held at the last check have ended. */
export async function endingsOf({ database }: Kernel, org: string, gone: readonly Lease[]): Promise<ReadonlyMap<string, string>> {
  if (gone.length === 0) return new Map()
  const tasks = [...new Set(gone.map(({ id }) => id))]
  return database.withRealm('organization', { org, user: null }, 'read', (tx) => leaseEndings(tx, org, tasks))
}
