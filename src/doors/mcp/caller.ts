import { CLIENT_INFO_META_KEY, type AuthInfo, type JSONRPCMessage, type ServerContext } from '@modelcontextprotocol/server'
import { sharedName } from '../../capabilities/sessions/enrolment/token-agent.ts'
import type { InstanceKeys, Principal } from '../../kernel/context.ts'
import { digest } from '../../platform/secrets.ts'

/** Who sent a message, and the name of their client if it gave one. */
export interface Caller {
  principal: Principal
  address: string
  client: string | undefined
  /** Identifies one window of a client, where the protocol has connections. */
  connection?: string | undefined
  /** The same, as the client itself reports it with every call. */
  conversation?: string | undefined
}

/** A client's message for a session, which may be open on another node. */
export interface Parcel {
  session: string
  caller: Caller
  message: JSONRPCMessage
}

/** The SDK passes this to the handler; the token itself is left out. */
export function toAuthInfo(caller: Caller): AuthInfo {
  return { token: '', clientId: caller.principal.credential.id ?? '', scopes: [], extra: { caller } }
}

/** As of protocol version 2026-07-28 every request names its client; before that, only the first message did. */
export function callerOf(ctx: ServerContext): Caller {
  const caller = ctx.http?.authInfo?.extra?.['caller'] as Caller | undefined
  if (!caller) throw new Error('a message came in without its caller')
  const envelope = ctx.mcpReq.envelope as Record<string, { name?: unknown } | undefined> | undefined
  const named = envelope?.[CLIENT_INFO_META_KEY]?.name
  const conversation = conversationIn(ctx.mcpReq._meta)
  return { ...caller, ...(typeof named === 'string' && { client: named }), ...(conversation !== undefined && { conversation }) }
}

const conversationId = /^[\w.:@/-]{1,200}$/

/**
 * Codex sends its conversation's id with every call; hooks of the same window report the same id as `session_id`. Its `windowId` is not
 * used: it counts compactions, and a conversation stays the same through those.
 */
function conversationIn(meta: Record<string, unknown> | undefined): string | undefined {
  const said = meta?.['threadId'] ?? meta?.['sessionId']
  return typeof said === 'string' && conversationId.test(said) ? said : undefined
}

/** Keys that identify the caller's window. The id of a stream grants access to it, so only its digest is passed on. */
export function instanceKeys({ principal, connection, conversation }: Caller): InstanceKeys {
  if (principal.run) return { client_session: principal.run.id }
  return {
    ...(conversation !== undefined && { client_session: conversation }),
    ...(connection !== undefined && { connection: connectionKey(connection) }),
  }
}

export const connectionKey = (connection: string): string => digest(connection).toString('base64url')

const longestName = 120

/** A client can call itself anything, but an agent's name is one line of text. */
export function clientName(given: string | undefined): string {
  const name = given
    ?.replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longestName)
    .trim()
  return name || sharedName
}
