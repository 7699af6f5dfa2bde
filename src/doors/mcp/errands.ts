import { authorize } from '../../kernel/authorize.ts'
import type { Principal } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { execute, type Kernel } from '../../kernel/execute.ts'
import type { Operation } from '../../kernel/operation.ts'
import { instanceKeys, type Caller } from './caller.ts'
import type { TokenAgents } from './tools/token-agents.ts'

/** Operations that resources, prompts and completions run for a caller: as the agent and with the checks a tool would have. */
export class Errands {
  readonly #kernel: Kernel
  readonly #operations: ReadonlyMap<string, Operation>
  readonly #agents: TokenAgents

  constructor(kernel: Kernel, operations: ReadonlyMap<string, Operation>, agents: TokenAgents) {
    this.#kernel = kernel
    this.#operations = operations
    this.#agents = agents
  }

  get now(): Date {
    return this.#kernel.clock.now()
  }

  named(name: string): Operation {
    const operation = this.#operations.get(name)
    if (!operation) throw new Error(`the MCP door needs the operation ${name}`)
    return operation
  }

  async run<Result>(name: string, caller: Caller, input: object): Promise<Result> {
    const { principal, address, client } = caller
    const { actor } = await this.#agents.withAgent(principal, client)
    const call = { door: 'mcp', address, instance: instanceKeys(caller) } as const
    return (await execute(this.#kernel, this.named(name), actor, input, call)) as Result
  }

  /** Before the client has said its name there is no agent yet: a look as the user behind the token. */
  async look<Result>(name: string, principal: Principal, input: object): Promise<Result> {
    return (await execute(this.#kernel, this.named(name), principal, input, { door: 'mcp' })) as Result
  }

  /** For what is left out without being refused, and so leaves no trace in the audit. */
  may(name: string, principal: Principal): boolean {
    try {
      authorize(this.named(name).contract, principal, this.now)
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }
}
