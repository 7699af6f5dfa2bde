import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { SSEClientTransport as OldSse } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPClientTransport as OldStreamable } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

interface Where {
  url: string
  token: string
  path?: string
  /** The client name: each name is a separate agent. */
  name?: string
}

const headers = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } })
const about = (name = 'tester') => ({ name, version: '1.0.0' })

/** The SDK clients themselves, at any path, for tests that do more than call tools. */
export async function overSse({ url, token, path = '/mcp/sse', name }: Where): Promise<Client> {
  const client = new Client(about(name))
  await client.connect(new SSEClientTransport(new URL(path, url), headers(token)))
  return client
}

export async function overStreamable({ url, token, path = '/mcp', name }: Where): Promise<Client> {
  const client = new Client(about(name))
  await client.connect(new StreamableHTTPClientTransport(new URL(path, url), headers(token)))
  return client
}

export async function withoutState({ url, token, path = '/mcp', name }: Where): Promise<Client> {
  const client = new Client(about(name), { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(new StreamableHTTPClientTransport(new URL(path, url), headers(token)))
  return client
}

export async function oldOverSse({ url, token, path = '/mcp/sse', name }: Where): Promise<OldClient> {
  const client = new OldClient(about(name))
  await client.connect(new OldSse(new URL(path, url), headers(token)) as Parameters<typeof client.connect>[0])
  return client
}

async function oldOverStreamable({ url, token, path = '/mcp', name }: Where): Promise<OldClient> {
  const client = new OldClient(about(name))
  await client.connect(new OldStreamable(new URL(path, url), headers(token)) as Parameters<typeof client.connect>[0])
  return client
}

type Connect = (where: Where) => Promise<Client>

/** Both generations of clients, for what they have in common. */
export const everyClient: Record<string, Connect> = {
  'v1 over SSE': oldOverSse as unknown as Connect,
  'v1 over Streamable HTTP': oldOverStreamable as unknown as Connect,
  'v2 over SSE': overSse,
  'v2 over Streamable HTTP': overStreamable,
  'v2 without state (2026-07-28)': withoutState,
}
