import type { Operations } from '../../../capabilities/operations.ts'
import type { Principal } from '../../../kernel/context.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import type { Operation } from '../../../kernel/operation.ts'
import { clientName } from '../caller.ts'

const maxRemembered = 10_000

/** How long (in ms) a node trusts that an agent may act; one that another node deletes stops within a second. */
const trustedFor = 500

/** An agent that may act, and whether people have messages for it. */
interface ActiveAgent {
  id: string
  hints_waiting: boolean
}

interface Known {
  agent: Promise<ActiveAgent>
  checkedAt: number
}

/** A token without an agent gets one per client name, on first use, up to AGENTS_PER_TOKEN. No token acts as a deleted agent. */
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
    // Calling a tool counts as presence; a run is present in its project.
    const { organization, run } = principal
    if (organization) {
      this.#kernel.services.presence.note(organization.id, { kind: 'agent', id, project: run?.project ?? null, feature: null })
    }
    return { actor: { ...principal, agent: id }, hintsWaiting: hints_waiting }
  }

  /** The agent behind a stream, if this node knows it already. */
  agentOf(principal: Principal, client: string | undefined): Promise<string> | undefined {
    if (principal.agent) return Promise.resolve(principal.agent)
    return this.#known.get(keyOf(principal, clientName(client)))?.agent.then(({ id }) => id)
  }

  /** Something has happened to the agent, so its next call must check it again. */
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

  /** A new client name is enrolled once; for a token whose names are used up this only reads. */
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
    // Resolving the agent is not an act of the caller, so the token's scopes don't apply.
    return execute(this.#kernel, operation, { ...principal, scopes: null }, input, { door: 'mcp' })
  }

  #remember(key: string, known: Known): void {
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size >= maxRemembered) this.#known.delete(oldest)
    this.#known.set(key, known)
  }

  /** After a failure the next call asks again, unless another already has. */
  #forget(key: string, agent: Promise<ActiveAgent>): void {
    if (this.#known.get(key)?.agent === agent) this.#known.delete(key)
  }
}

const keyOf = (principal: Principal, client: string): string =>
  `${principal.agent ?? principal.credential.id} ${principal.organization?.id} ${principal.agent ? '' : client}`
