import {
  ProtocolError,
  ProtocolErrorCode,
  isInputRequiredResult,
  type CallToolResult,
  type InputRequiredResult,
} from '@modelcontextprotocol/server'
import type { CallOf } from '../../../capabilities/agents/notices/notices-due.ts'
import type { Operations } from '../../../capabilities/operations.ts'
import type { Principal } from '../../../kernel/context.ts'
import type { Tool } from '../../../kernel/contract.ts'
import { isPlain } from '../../../kernel/errors.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import type { Operation } from '../../../kernel/operation.ts'
import type { Tx } from '../../../platform/postgres.ts'
import type { Limits } from '../../shared/limits.ts'
import { instanceKeys, type Caller } from '../caller.ts'
import type { Connections } from '../connections.ts'
import { AskedBefore } from './asked-before.ts'
import { Cancellations } from './cancellations.ts'
import { confirm, needsConfirmation } from './confirmation.ts'
import type { HintDelivery } from './hint-delivery.ts'
import { callOf, type ResultNotices } from './result-notices.ts'
import { recalledBy } from './recalled.ts'
import { undoOf } from './results/undo.ts'
import { subjectOf } from './subject.ts'
import type { TokenAgents } from './token-agents.ts'
import { readArguments } from './tool-arguments.ts'
import type { Exchange } from './tool-exchange.ts'
import { failure, success } from './tool-result.ts'
import type { ToolTelemetry } from './tool-telemetry.ts'

type Given = Record<string, unknown>
type Answer = CallToolResult | InputRequiredResult

interface Deps {
  kernel: Kernel
  /** Operations by the name of their tool. */
  tools: ReadonlyMap<string, Operation>
  /** All operations by their own name: a tool can run a different one than it is named after. */
  operations: Operations
  limits: Limits
  agents: TokenAgents
  telemetry: ToolTelemetry
  hintDelivery: HintDelivery
  notices: ResultNotices
  connections: Connections
}

/** Who a call is from, which is known only once its agent is. */
interface Seat {
  actor?: Principal
  hintsWaiting?: boolean
  /** What the call reveals about the instance it came from. */
  from?: CallOf | undefined
  /** Whether notices are due, if the call's own statements have already found out. */
  due?: boolean | undefined
  /** The full output, of which the caller may get less. */
  output?: unknown
}

/** Runs tools and tracks the running calls, so that a node can finish them before it stops. */
export class ToolCalls {
  readonly #deps: Deps
  readonly #running = new Set<Promise<Answer>>()
  readonly #cancellations = new Cancellations()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Whether a call never asks for confirmation, so that it can only end in a result. */
  asksNobody(tool: string, given: Given): boolean {
    const { tools, operations } = this.#deps
    const operation = tools.get(tool)
    const { operation: other } = operation?.contract.mcp?.variants?.choose(given) ?? {}
    const runs = other === undefined ? operation : operations.get(other)
    return runs !== undefined && runs.contract.effect !== 'delete'
  }

  async call(tool: string, given: Given, caller: Caller, exchange: Exchange): Promise<Answer> {
    const operation = this.#deps.tools.get(tool)
    if (!operation?.contract.mcp) {
      const name = isPlain(tool) ? `: ${tool}` : ''
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool${name}. tools/list names those there are.`)
    }
    const { mcp } = operation.contract
    const running = this.#cancellations.run(caller, exchange, (signal) =>
      this.#answer(operation, mcp, given, caller, signal ? { ...exchange, signal } : exchange),
    )
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
    }
  }

  async #answer(operation: Operation, mcp: Tool, given: Given, caller: Caller, exchange: Exchange): Promise<Answer> {
    const { telemetry, hintDelivery } = this.#deps
    const [began, beganAt] = [performance.now(), this.#deps.kernel.clock.now()]
    const seat: Seat = {}
    const result = await this.#run(operation, mcp, given, caller, exchange, seat).catch(failure)
    const [org, agent] = [seat.actor?.organization?.id, seat.actor?.agent]
    if (isInputRequiredResult(result) || !seat.actor || !org || !agent) return result
    const length = result.content.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0)
    const session = hintDelivery.sessionOf(caller.connection, mcp.tool, given, result)
    const recalled = recalledBy(mcp.tool, seat.output)
    const subject = subjectOf(given, seat.output)
    const error = result.isError ? errorOf(result) : null
    const call = { org, agent, session, tool: mcp.tool, subject, ok: !result.isError, error, length, recalled }
    this.#deps.connections.note(caller, mcp.tool)
    telemetry.note({ ...call, milliseconds: performance.now() - began })
    const { from, due } = seat
    if (!from) return result
    const noticed = await this.#deps.notices.attachTo(result, org, from, due)
    // An error contains only our own text; people's messages wait for the next result.
    if (!seat.hintsWaiting || result.isError) return noticed
    const resumes = mcp.tool === 'resume_session'
    return hintDelivery.attachTo(noticed, org, { from, session_id: session, resumes, began: beganAt, run: seat.actor.run })
  }

  async #run(tool: Operation, mcp: Tool, args: Given, caller: Caller, exchange: Exchange, seat: Seat): Promise<Answer> {
    const { kernel, operations, limits, agents } = this.#deps
    const { principal, address, client } = caller
    const { operation: other, given } = mcp.variants?.choose(args) ?? { given: args }
    const operation = other === undefined ? tool : operations.get(other)
    if (!operation) throw new Error(`${mcp.tool} runs ${other}, which is no operation`)
    limits.requireOperation(principal, address, operation.contract.effect === 'read' ? 'read' : 'write')
    const { input, key, confirmed, format, window } = readArguments(operation, given, kernel.clock.now())
    const { actor } = Object.assign(seat, await agents.withAgent(principal, client))
    // No model reads the answer to a hook: notices wait for one that does.
    seat.from = other === 'traceSession' ? undefined : callOf(mcp.tool, actor, caller, args)
    const { signal, progress } = exchange
    const instance = instanceKeys(window === undefined ? caller : { ...caller, conversation: window })
    const call = { door: 'mcp', brief: true, address, instance, signal, progress } as const
    const deletes = needsConfirmation(operation, input)
    if (deletes) {
      const rehearse = () => execute(kernel, operation, actor, rehearsed(operation, input), { ...call, dryRun: true })
      const before = new AskedBefore(kernel, operations, actor, mcp.tool, input)
      const question = await confirm({ mcp, confirmed, exchange, now: kernel.clock.now(), before, rehearse })
      if (question) return question
    }
    const output = await execute(kernel, operation, actor, input, { ...call, idempotencyKey: key, beside: this.#beside(operation, seat) })
    seat.output = output
    const undo = deletes ? undoOf(mcp, kernel.clock.now()) : undefined
    return success({ contract: operation.contract, mcp, given, format }, output, undo && { undo })
  }

  /** A read checks for notices along with its own statements. A write checks after all of its own, because it may itself cause a notice. */
  #beside({ contract }: Operation, seat: Seat): ((tx: Tx) => Promise<void>) | undefined {
    const { from } = seat
    const org = seat.actor?.organization?.id
    if (!from || !org || contract.realm !== 'organization') return undefined
    const { notices } = this.#deps
    if (contract.effect === 'read') return async (tx) => void (seat.due = await notices.mayBeDue(tx, org, from, 'now'))
    // If the write fails because of this, it reports the failure itself.
    return (tx) =>
      notices.mayBeDue(tx, org, from, 'last').then(
        (due) => void (seat.due = due),
        () => {},
      )
  }

  /** Aborts the call that the caller's cancellation names. */
  cancel(caller: Caller, notification: unknown): void {
    this.#cancellations.cancel(caller, notification)
  }

  /** Resolves when no call is running, or after `milliseconds`. */
  async finish(milliseconds: number): Promise<void> {
    if (this.#running.size === 0) return
    let timer: NodeJS.Timeout | undefined
    const late = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)))
    await Promise.race([Promise.allSettled(this.#running), late])
    clearTimeout(timer)
  }
}

/** Operations with their own `dry_run` compute the preview; they need not be run and rolled back. */
const rehearsed = ({ contract }: Operation, input: Given): Given =>
  contract.input.safeParse({ ...input, dry_run: true }).success ? { ...input, dry_run: true } : input

const longestError = 500

/** The message that the agent got, without the code before it and the data after it. */
function errorOf({ content }: { content: readonly { type: string; text?: string }[] }): string | null {
  const [said = ''] = (content.find(({ type }) => type === 'text')?.text ?? '').split('\n')
  return (
    said
      .replace(/^[a-z_]+: /, '')
      .slice(0, longestError)
      .toWellFormed() || null
  )
}
