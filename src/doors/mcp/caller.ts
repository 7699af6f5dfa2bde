import { CLIENT_INFO_META_KEY, type AuthInfo, type ServerContext } from '@modelcontextprotocol/server'
import { sharedName } from '../../capabilities/agents/token-agent.ts'
import type { Principal } from '../../kernel/context.ts'

/** Who sent a message, and the program they use if it has said its name. */
export interface Caller {
  principal: Principal
  address: string
  client: string | undefined
  /** What tells one window of a program from another, where the protocol has such a thing. */
  connection?: string | undefined
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
  return typeof named === 'string' ? { ...caller, client: named } : caller
}

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
