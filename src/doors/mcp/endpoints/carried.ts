import type { AuthInfo } from '@modelcontextprotocol/server'
import type { Endpoint } from './endpoint.ts'

/** The SDK creates a server per request, and the auth info is all of ours that it passes on. */
export const withEndpoint = (info: AuthInfo, endpoint: Endpoint): AuthInfo => ({ ...info, extra: { ...info.extra, endpoint } })

export function endpointOf(info: AuthInfo | undefined): Endpoint {
  const endpoint = info?.extra?.['endpoint'] as Endpoint | undefined
  if (!endpoint) throw new Error('a message came in without its address')
  return endpoint
}
