import type { Server, ServerContext } from '@modelcontextprotocol/server'
import type { Step } from '../../../kernel/context.ts'
import { progressOf } from './progress.ts'

/** What a call may do besides being answered: say how far it is, be given up, and ask the person at the other end. */
export interface Exchange {
  /** What the client calls this call, to give it up by. */
  id?: string | number
  signal?: AbortSignal
  progress?: (step: Step) => void
  /** Whether the client can put a question to its person. */
  asks: boolean
  /** What the person has answered, once asked. */
  answers?: Record<string, unknown> | undefined
}

export function exchangeOf(server: Server, ctx: ServerContext): Exchange {
  const progress = progressOf(ctx)
  const elicitation = server.getClientCapabilities()?.elicitation
  return {
    id: ctx.mcpReq.id,
    signal: ctx.mcpReq.signal,
    ...(progress && { progress }),
    // A client that names no mode knows forms; one that names others only does not.
    asks: elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined),
    answers: ctx.mcpReq.inputResponses,
  }
}
