import type { Server, ServerContext } from '@modelcontextprotocol/server'
import type { Step } from '../../../kernel/context.ts'
import { progressOf } from './progress.ts'

/** What a call can do besides returning a result: report progress, be canceled, and ask the client's user. */
export interface Exchange {
  /** The client's id for this call, by which it can cancel it. */
  id?: string | number
  signal?: AbortSignal
  progress?: (step: Step) => void
  /** Whether the client can show its user a form (elicitation). */
  asks: boolean
  /** The user's answers, once asked. */
  answers?: Record<string, unknown> | undefined
}

export function exchangeOf(server: Server, ctx: ServerContext): Exchange {
  const progress = progressOf(ctx)
  const elicitation = server.getClientCapabilities()?.elicitation
  return {
    id: ctx.mcpReq.id,
    signal: ctx.mcpReq.signal,
    ...(progress && { progress }),
    // A client that declares no mode supports forms; one that declares only other modes does not.
    asks: elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined),
    answers: ctx.mcpReq.inputResponses,
  }
}
