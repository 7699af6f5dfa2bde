import { ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server'
import type { Principal } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { execute, type Kernel } from '../../kernel/execute.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { Limits } from '../rest/limits.ts'
import type { Caller } from './caller.ts'
import type { Letters } from './letters.ts'
import type { TokenAgents } from './token-agents.ts'
import { failure, success } from './tool-result.ts'
import type { ToolTelemetry } from './tool-telemetry.ts'

type Arguments = Record<string, unknown>

interface Deps {
  kernel: Kernel
  operations: ReadonlyMap<string, Operation>
  limits: Limits
  agents: TokenAgents
  telemetry: ToolTelemetry
  letters: Letters
}

/** Who a call turned out to be from: known only once its agent is. */
interface Seat {
  actor?: Principal
  hintsWaiting?: boolean
}

/** Runs tools, and knows which are running, so that a node can finish them before it stops. */
export class ToolCalls {
  readonly #deps: Deps
  readonly #running = new Set<Promise<CallToolResult>>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async call(tool: string, given: Arguments, caller: Caller): Promise<CallToolResult> {
    const operation = this.#deps.operations.get(tool)
    if (!operation) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${tool.slice(0, 80)}. tools/list names those there are.`)
    }
    const running = this.#answer(tool, operation, given, caller)
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
    }
  }

  async #answer(tool: string, operation: Operation, given: Arguments, caller: Caller): Promise<CallToolResult> {
    const { telemetry, letters } = this.#deps
    const began = performance.now()
    const seat: Seat = {}
    const result = await this.#run(operation, given, caller, seat).then(success, failure)
    const [org, agent] = [seat.actor?.organization?.id, seat.actor?.agent]
    if (!org || !agent) return result
    const length = result.content.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0)
    telemetry.note({ org, agent, tool, ok: !result.isError, milliseconds: performance.now() - began, length })
    const session = letters.sessionOf(caller.connection, tool, given, result)
    return seat.hintsWaiting ? letters.enclose(result, org, agent, session) : result
  }

  async #run(operation: Operation, given: Arguments, { principal, address, client }: Caller, seat: Seat): Promise<unknown> {
    const { kernel, limits, agents } = this.#deps
    const writes = operation.contract.effect !== 'read'
    limits.requireOperation(principal, address, writes ? 'write' : 'read')
    const { key, input } = writes ? takeKey(given) : { key: undefined, input: given }
    const { actor } = Object.assign(seat, await agents.withAgent(principal, client))
    return execute(kernel, operation, actor, input, { door: 'mcp', idempotencyKey: key, address })
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
