import type { Principal } from '../../../kernel/context.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import type { Operation } from '../../../kernel/operation.ts'
import { clientName } from '../caller.ts'

const mostRemembered = 10_000

/** For so long a node takes an agent for one that may act; what another node deletes stops within a second. */
const trustedFor = 500

/** An agent that may act, and whether people have something to say to it. */
interface Standing {
  id: string
  hints_waiting: boolean
}

interface Known {
  agent: Promise<Standing>
  checkedAt: number
}

/** A token that names no agent gets one per client name, on first use, up to AGENTS_PER_TOKEN. No token acts as an agent that was deleted. */
export class TokenAgents {
  readonly #kernel: Kernel
  readonly #enrol: Operation
  readonly #confirm: Operation
  readonly #findKnown: Operation
  readonly #known = new Map<string, Known>()

  constructor(kernel: Kernel, { enrol, confirm, find }: { enrol: Operation; confirm: Operation; find: Operation }) {
    this.#kernel = kernel
    this.#enrol = enrol
    this.#confirm = confirm
    this.#findKnown = find
  }

  async withAgent(principal: Principal, client: string | undefined): Promise<{ actor: Principal; hintsWaiting: boolean }> {
    const { id, hints_waiting } = await this.#agentOf(principal, clientName(client))
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

  #agentOf(principal: Principal, client: string): Promise<Standing> {
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
  async #find(principal: Principal, client: string): Promise<Standing> {
    if (principal.agent) return this.#check(principal, principal.agent)
    const input = { token_id: principal.credential.id, client_name: client }
    const { found } = await this.#run<{ found: Standing | null }>(this.#findKnown, principal, input)
    return found ?? this.#run(this.#enrol, principal, input)
  }

  #check(principal: Principal, agent: string): Promise<Standing> {
    return this.#run(this.#confirm, principal, { agent_id: agent })
  }

  async #run<Result = Standing>(operation: Operation, principal: Principal, input: unknown): Promise<Result> {
    // Being an agent is no act of the caller's that a scope could leave out.
    return (await execute(this.#kernel, operation, { ...principal, scopes: null }, input, { door: 'mcp' })) as Result
  }

  #remember(key: string, known: Known): void {
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size >= mostRemembered) this.#known.delete(oldest)
    this.#known.set(key, known)
  }

  /** What failed is asked for again by the next call, unless one has asked already. */
  #forget(key: string, agent: Promise<Standing>): void {
    if (this.#known.get(key)?.agent === agent) this.#known.delete(key)
  }
}

const keyOf = (principal: Principal, client: string): string =>
  `${principal.agent ?? principal.credential.id} ${principal.organization?.id} ${principal.agent ? '' : client}`
