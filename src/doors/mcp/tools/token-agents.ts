import type { Operations } from '../../../capabilities/operations.ts'
import type { Principal } from '../../../kernel/context.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import type { Operation } from '../../../kernel/operation.ts'
import { clientName } from '../caller.ts'

const maxRemembered = 10_000

/** For so long a node takes an agent for one that may act; what another node deletes stops within a second. */
const trustedFor = 500

/** An agent that may act, and whether people have something to say to it. */
interface ActiveAgent {
  id: string
  hints_waiting: boolean
}

interface Known {
  agent: Promise<ActiveAgent>
  checkedAt: number
}

/** A token that names no agent gets one per client name, on first use, up to AGENTS_PER_TOKEN. No token acts as an agent that was deleted. */
export class TokenAgents {
  readonly #kernel: Kernel
  readonly #operations: Operations
  readonly #known = new Map<string, Known>()

  constructor(kernel: Kernel, operations: Operations) {
    this.#kernel = kernel
    this.#operations = operations
  }

  async withAgent(principal: Principal, client: string | undefined): Promise<{ actor: Principal; hintsWaiting: boolean }> {
    const { id, hints_waiting } = await this.#agentOf(principal, clientName(client))
    // Whoever calls a tool is here; a run of theirs in one project is there.
    const { organization, run } = principal
    if (organization) {
      this.#kernel.services.presence.note(organization.id, { kind: 'agent', id, project: run?.project ?? null, feature: null })
    }
    return { actor: { ...principal, agent: id }, hintsWaiting: hints_waiting }
  }

  /** The agent behind a stream, if it has made itself known here. */
  agentOf(principal: Principal, client: string | undefined): Promise<string> | undefined {
    if (principal.agent) return Promise.resolve(principal.agent)
    return this.#known.get(keyOf(principal, clientName(client)))?.agent.then(({ id }) => id)
  }

  /** Something has happened to the agent: its next call looks how it stands. */
  checkAgain(principal: Principal, client: string | undefined): void {
    const known = this.#known.get(keyOf(principal, clientName(client)))
    if (known) known.checkedAt = 0
  }

  #agentOf(principal: Principal, client: string): Promise<ActiveAgent> {
    const key = keyOf(principal, client)
    const now = this.#kernel.clock.now().getTime()
    const known = this.#known.get(key)
    if (known && now - known.checkedAt < trustedFor) return known.agent
    const agent = known ? known.agent.then(({ id }) => this.#check(principal, id)) : this.#find(principal, client)
    this.#remember(key, { agent, checkedAt: now })
    agent.catch(() => this.#forget(key, agent))
    return agent
  }

  /** A new name is written down once; a token that has no names left only reads. */
  async #find(principal: Principal, client: string): Promise<ActiveAgent> {
    if (principal.agent) return this.#check(principal, principal.agent)
    const input = { token_id: principal.credential.id ?? '', client_name: client }
    const { found } = await this.#run(this.#operations.get('findTokenAgent'), principal, input)
    return found ?? this.#run(this.#operations.get('enrolAgent'), principal, input)
  }

  #check(principal: Principal, agent: string): Promise<ActiveAgent> {
    return this.#run(this.#operations.get('confirmAgent'), principal, { agent_id: agent })
  }

  #run<In, Out>(operation: Operation<In, Out>, principal: Principal, input: NoInfer<In>): Promise<Out> {
    // Being an agent is no act of the caller's that a scope could leave out.
    return execute(this.#kernel, operation, { ...principal, scopes: null }, input, { door: 'mcp' })
  }

  #remember(key: string, known: Known): void {
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size >= maxRemembered) this.#known.delete(oldest)
    this.#known.set(key, known)
  }

  /** What failed is asked for again by the next call, unless one has asked already. */
  #forget(key: string, agent: Promise<ActiveAgent>): void {
    if (this.#known.get(key)?.agent === agent) this.#known.delete(key)
  }
}

const keyOf = (principal: Principal, client: string): string =>
  `${principal.agent ?? principal.credential.id} ${principal.organization?.id} ${principal.agent ? '' : client}`
