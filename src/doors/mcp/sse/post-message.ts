import type { FastifyRequest } from 'fastify'
import { parseJSONRPCMessage, type JSONRPCMessage } from '@modelcontextprotocol/server'
import { Refusal } from '../../../kernel/errors.ts'
import type { SseSessions } from './sse-sessions.ts'

/** Accepts a message for an SSE session; the response is sent on the session's stream. */
export async function postMessage(sessions: SseSessions, { query, body, principal, client: address }: FastifyRequest): Promise<void> {
  const { session, node } = query as Record<string, unknown>
  const message = parse(body)
  const parcel = { session: String(session), caller: { principal, address, client: undefined }, message }
  const outcome = await sessions.deliver(String(node), parcel)
  // The same message for someone else's session and for one that does not exist.
  if (outcome === 'unknown') throw new Refusal('not_found', 'There is no such session. Open a new stream with GET /mcp/sse.')
  if (outcome === 'busy') {
    throw new Refusal('unavailable', 'Too much waits on your stream. Read what it holds, then send this again.', { retry_after: 1 })
  }
  if (outcome === 'lost') {
    throw new Refusal('unavailable', 'The node that holds this session did not respond. Send it again with its idempotency_key.', {
      retry_after: 1,
    })
  }
}

function parse(body: unknown): JSONRPCMessage {
  try {
    return parseJSONRPCMessage(body)
  } catch {
    throw new Refusal('invalid', 'The body must be one JSON-RPC 2.0 message.')
  }
}
