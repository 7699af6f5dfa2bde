import type { Tool } from '@modelcontextprotocol/server'
import type { Caller } from '../caller.ts'

/** The project that an endpoint is limited to. */
export interface EndpointScope {
  id: string
  slug: string
  key: string
  name: string
  updated_at: string
}

export type Arguments = Record<string, unknown>

/** What a URL offers: all tools or a subset. Built once and shared by all of its requests. */
export interface Endpoint {
  readonly tools: readonly Tool[]
  readonly place: EndpointScope | undefined
  /** What a model must know about this endpoint before anything else. */
  readonly note: string | undefined
  /** Returns the arguments to run the tool with; throws if the endpoint does not allow the call. */
  admit(tool: string, given: Arguments, caller: Caller): Promise<Arguments> | Arguments
}
