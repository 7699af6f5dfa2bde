import { ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server'
import { Refusal } from '../../kernel/errors.ts'
import { execute, type Kernel } from '../../kernel/execute.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { Limits } from '../rest/limits.ts'
import type { Caller } from './caller.ts'
import type { TokenAgents } from './token-agents.ts'
import { failure, success } from './tool-result.ts'

type Arguments = Record<string, unknown>

/** Runs tools, and knows which are running, so that a node can finish them before it stops. */
export class ToolCalls {
  readonly #kernel: Kernel
  readonly #operations: ReadonlyMap<string, Operation>
  readonly #limits: Limits
  readonly #agents: TokenAgents
  readonly #running = new Set<Promise<CallToolResult>>()

  constructor(kernel: Kernel, operations: ReadonlyMap<string, Operation>, limits: Limits, agents: TokenAgents) {
    this.#kernel = kernel
    this.#operations = operations
    this.#limits = limits
    this.#agents = agents
  }

  async call(tool: string, given: Arguments, caller: Caller): Promise<CallToolResult> {
    const operation = this.#operations.get(tool)
    if (!operation) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${tool.slice(0, 80)}. tools/list names those there are.`)
    }
    const running = this.#run(operation, given, caller).then(success, failure)
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
    }
  }

  async #run(operation: Operation, given: Arguments, { principal, address, client }: Caller): Promise<unknown> {
    const writes = operation.contract.effect !== 'read'
    this.#limits.requireOperation(principal, address, writes ? 'write' : 'read')
    const { key, input } = writes ? takeKey(given) : { key: undefined, input: given }
    const actor = await this.#agents.withAgent(principal, client)
    return execute(this.#kernel, operation, actor, input, { door: 'mcp', idempotencyKey: key, address })
  }

  /** Resolves when nothing runs any more, or after `milliseconds`. */
  async finish(milliseconds: number): Promise<void> {
    if (this.#running.size === 0) return
    let timer: NodeJS.Timeout | undefined
    const late = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)))
    await Promise.race([Promise.allSettled(this.#running), late])
    clearTimeout(timer)
  }
}

function takeKey({ idempotency_key: key, ...input }: Arguments): { key: string | undefined; input: Arguments } {
  if (key !== undefined && (typeof key !== 'string' || key.length === 0 || key.length > 255)) {
    throw new Refusal('invalid', 'idempotency_key must be text of 1 to 255 characters.')
  }
  return { key, input }
}
