import type { InputOf, OperationName, Operations, OutputOf } from '../../capabilities/operations.ts'
import { authorize } from '../../kernel/authorize.ts'
import type { Principal } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { execute, type Kernel } from '../../kernel/execute.ts'
import { forAgents, spellMessages } from '../shared/next-step.ts'
import { instanceKeys, type Caller } from './caller.ts'
import type { TokenAgents } from './tools/token-agents.ts'

/** Operations that resources, prompts and completions run for a caller: as the agent and with the checks a tool would have. */
export class OperationRunner {
  readonly #kernel: Kernel
  readonly #operations: Operations
  readonly #agents: TokenAgents

  constructor(kernel: Kernel, operations: Operations, agents: TokenAgents) {
    this.#kernel = kernel
    this.#operations = operations
    this.#agents = agents
  }

  get now(): Date {
    return this.#kernel.clock.now()
  }

  async run<Name extends OperationName>(name: Name, caller: Caller, input: InputOf<Name>): Promise<OutputOf<Name>> {
    const { principal, address, client } = caller
    const { actor } = await this.#agents.withAgent(principal, client)
    const call = { door: 'mcp', brief: true, address, instance: instanceKeys(caller) } as const
    const output = await execute(this.#kernel, this.#operations.get(name), actor, input, call)
    return spellMessages(output, forAgents)
  }

  /** Before the client has said its name there is no agent yet: a look as the user behind the token. */
  look<Name extends OperationName>(name: Name, principal: Principal, input: InputOf<Name>): Promise<OutputOf<Name>> {
    return execute(this.#kernel, this.#operations.get(name), principal, input, { door: 'mcp', brief: true })
  }

  /** For what is left out without being refused, and so leaves no trace in the audit. */
  may(name: OperationName, principal: Principal): boolean {
    try {
      authorize(this.#operations.get(name).contract, principal, this.now)
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }
}
