import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { toRefusal, type ErrorCode } from '../../kernel/errors.ts'
import { forAgents, spellMessages } from '../shared/next-step.ts'

const codes: Partial<Record<ErrorCode, number>> = {
  invalid: ProtocolErrorCode.InvalidParams,
  not_found: ProtocolErrorCode.InvalidParams,
  internal: ProtocolErrorCode.InternalError,
  unavailable: ProtocolErrorCode.InternalError,
}

/** A refusal as a JSON-RPC error, where the protocol has no other form for it; our code stays readable in `data`. */
export function protocolError(error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error
  const { code, message, extra } = toRefusal(error)
  return new ProtocolError(codes[code] ?? ProtocolErrorCode.InvalidRequest, `${code}: ${forAgents(message)}`, {
    code,
    ...spellMessages(extra, forAgents),
  })
}
