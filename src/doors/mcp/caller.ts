import { CLIENT_INFO_META_KEY, type AuthInfo, type JSONRPCMessage, type ServerContext } from '@modelcontextprotocol/server'
import { sharedName } from '../../capabilities/sessions/enrolment/token-agent.ts'
import type { InstanceKeys, Principal } from '../../kernel/context.ts'
import { digest } from '../../platform/secrets.ts'

/** Who sent a message, and the program they use if it has said its name. */
export interface Caller {
  principal: Principal
  address: string
  client: string | undefined
  /** What tells one window of a program from another, where the protocol has such a thing. */
  connection?: string | undefined
  /** The same, as the program itself says it with every call. */
  conversation?: string | undefined
}

/** A client's message for a session, which may be open on another node. */
export interface Parcel {
  session: string
  caller: Caller
  message: JSONRPCMessage
}

/** The SDK carries this to the handler; the token itself stays behind. */
export function toAuthInfo(caller: Caller): AuthInfo {
  return { token: '', clientId: caller.principal.credential.id ?? '', scopes: [], extra: { caller } }
}

/** From 2026-07-28 on every request names its client; before that only the first message did. */
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
 * Codex names its conversation in every call; hooks of the same window say the same id as `session_id`. Its `windowId` is not used:
 * it counts the compactions, and a conversation stays itself through those.
 */
function conversationIn(meta: Record<string, unknown> | undefined): string | undefined {
  const said = meta?.['threadId'] ?? meta?.['sessionId']
  return typeof said === 'string' && conversationId.test(said) ? said : undefined
}

/** What tells the caller's window from others. The id of a stream opens it, so only its digest goes further. */
export function instanceKeys({ principal, connection, conversation }: Caller): InstanceKeys {
  if (principal.run) return { client_session: principal.run.id }
  return {
    ...(conversation !== undefined && { client_session: conversation }),
    ...(connection !== undefined && { connection: connectionKey(connection) }),
  }
}

export const connectionKey = (connection: string): string => digest(connection).toString('base64url')

const longestName = 120

/** A client may call itself anything; an agent's name is one line of text. */
export function clientName(given: string | undefined): string {
  const name = given
    ?.replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longestName)
    .trim()
  return name || sharedName
}
