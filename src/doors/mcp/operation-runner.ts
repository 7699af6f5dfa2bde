import type { InputOf, OperationName, Operations, OutputOf } from '../../capabilities/operations.ts'
import { authorize } from '../../kernel/authorize.ts'
import type { Principal } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { execute, type Kernel } from '../../kernel/execute.ts'
import { forAgents, spellMessages } from '../shared/next-step.ts'
import { instanceKeys, type Caller } from './caller.ts'
import type { TokenAgents } from './tools/token-agents.ts'

/** Runs operations for resources, prompts and completions, as the same agent and with the same checks as a tool call. */
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

  /** Reads as the user behind the token: until the client has given its name there is no agent. */
  look<Name extends OperationName>(name: Name, principal: Principal, input: InputOf<Name>): Promise<OutputOf<Name>> {
    return execute(this.#kernel, this.#operations.get(name), principal, input, { door: 'mcp', brief: true })
  }

  /** For what is silently left out instead of being refused, and so isn't audited. */
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
