import { ProtocolError, ProtocolErrorCode, type Tool } from '@modelcontextprotocol/server'
import { isPlain } from '../../../kernel/errors.ts'
import type { Endpoint } from './endpoint.ts'

/** Every tool, as it is called. */
export const whole = (tools: readonly Tool[]): Endpoint => ({
  ...{ tools, place: undefined, note: undefined },
  admit: (_tool, given) => given,
})

/** Fewer tools: one that is not listed is not run either. `why` says what this address is for. */
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
