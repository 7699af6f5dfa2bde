import { ProtocolError, ProtocolErrorCode, type Tool } from '@modelcontextprotocol/server'
import { isPlain } from '../../../kernel/errors.ts'
import type { Endpoint } from './endpoint.ts'

/** All tools, with their arguments unchanged. */
export const whole = (tools: readonly Tool[]): Endpoint => ({
  ...{ tools, place: undefined, note: undefined },
  admit: (_tool, given) => given,
})

/** A subset of the tools; one that is not listed can't be called either. `why` says what this endpoint is for. */
export function narrow(tools: readonly Tool[], why: string): Endpoint {
  const names = new Set(tools.map(({ name }) => name))
  return {
    ...{ tools, place: undefined, note: `This address has fewer tools. ${why}` },
    admit(tool, given) {
      requireListed(names, tool, why)
      return given
    },
  }
}

export function requireListed(names: ReadonlySet<string>, tool: string, why: string): void {
  if (names.has(tool)) return
  const name = isPlain(tool) ? ` ${tool}` : ' of this name'
  const message = `There is no tool${name} at this address. ${why} tools/list names those there are; /mcp has all.`
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
