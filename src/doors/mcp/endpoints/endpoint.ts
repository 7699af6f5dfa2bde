import type { Tool } from '@modelcontextprotocol/server'
import type { Caller } from '../caller.ts'

/** The one project an address works in. */
export interface EndpointScope {
  id: string
  slug: string
  key: string
  name: string
  updated_at: string
}

export type Arguments = Record<string, unknown>

/** What an address offers: every tool, or fewer. Made once and shared by all requests that come to it. */
export interface Endpoint {
  readonly tools: readonly Tool[]
  readonly place: EndpointScope | undefined
  /** What a model must know of this address before all else. */
  readonly note: string | undefined
  /** The arguments to run the tool with; throws what the address does not allow. */
  admit(tool: string, given: Arguments, caller: Caller): Promise<Arguments> | Arguments
}
