import type { Principal } from '../../kernel/context.ts'
import { execute, type Kernel } from '../../kernel/execute.ts'
import type { Operation } from '../../kernel/operation.ts'
import { clientName } from './caller.ts'

const mostRemembered = 10_000

/** A token that names no agent gets one per client name, on first use. */
export class TokenAgents {
  readonly #kernel: Kernel
  readonly #enrol: Operation
  readonly #known = new Map<string, Promise<string>>()

  constructor(kernel: Kernel, enrol: Operation) {
    this.#kernel = kernel
    this.#enrol = enrol
  }

  async withAgent(principal: Principal, client: string | undefined): Promise<Principal> {
    if (principal.agent) return principal
    return { ...principal, agent: await this.#agentOf(principal, clientName(client)) }
  }

  #agentOf(principal: Principal, client: string): Promise<string> {
    const key = `${principal.credential.id} ${principal.organization?.id} ${client}`
    const known = this.#known.get(key)
    if (known) return known
    const made = this.#make(principal, client)
    this.#remember(key, made)
    made.catch(() => this.#known.delete(key))
    return made
  }

  async #make(principal: Principal, client: string): Promise<string> {
    const input = { token_id: principal.credential.id, client_name: client }
    // Being an agent is no act of the caller's that a scope could leave out.
    const agent = (await execute(this.#kernel, this.#enrol, { ...principal, scopes: null }, input, { door: 'mcp' })) as { id: string }
    return agent.id
  }

  #remember(key: string, agent: Promise<string>): void {
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size >= mostRemembered) this.#known.delete(oldest)
    this.#known.set(key, agent)
  }
}
