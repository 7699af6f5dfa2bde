import { Client, SSEClientTransport, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { SSEClientTransport as OldSse } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPClientTransport as OldStreamable } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

export interface ToolAnswer {
  isError?: boolean
  content: { type: string; text: string }[]
  structuredContent?: any
}

/** What the tests need of a client, old or new. */
export interface McpClient {
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>
  getInstructions(): string | undefined
  close(): Promise<void>
}

export interface Seat {
  url: string
  token: string
  client?: string
  /** Another node, to which every POST goes. */
  postsTo?: string
}

const about = (seat: Seat) => ({ name: seat.client ?? 'tester', version: '1.0.0' })

const options = ({ token, postsTo }: Seat) => ({
  requestInit: { headers: { authorization: `Bearer ${token}` } },
  fetch: (address: string | URL, init?: RequestInit) => {
    const { pathname, search } = new URL(address)
    return fetch(init?.method === 'POST' && postsTo ? new URL(pathname + search, postsTo) : address, init)
  },
})

async function connect(seat: Seat, path: string, sse: boolean, versions?: ClientOptions): Promise<McpClient> {
  const client = new Client(about(seat), versions)
  const address = new URL(path, seat.url)
  await client.connect(sse ? new SSEClientTransport(address, options(seat)) : new StreamableHTTPClientTransport(address, options(seat)))
  return client as McpClient
}

async function connectOld(seat: Seat, path: string, sse: boolean): Promise<McpClient> {
  const client = new OldClient(about(seat))
  const address = new URL(path, seat.url)
  const transport = sse ? new OldSse(address, options(seat)) : new OldStreamable(address, options(seat))
  await client.connect(transport as Parameters<typeof client.connect>[0])
  return client as McpClient
}

/** Every kind of client there is in the wild, at every address it may be given. */
export const clients: Record<string, (seat: Seat) => Promise<McpClient>> = {
  'v1 over SSE': (seat) => connectOld(seat, '/mcp/sse', true),
  'v1 over Streamable HTTP': (seat) => connectOld(seat, '/mcp', false),
  'v1 over Streamable HTTP at the SSE address': (seat) => connectOld(seat, '/mcp/sse', false),
  'v2 over SSE': (seat) => connect(seat, '/mcp/sse', true),
  'v2 over Streamable HTTP': (seat) => connect(seat, '/mcp', false),
  'v2 over Streamable HTTP at the SSE address': (seat) => connect(seat, '/mcp/sse', false),
  'v2 that negotiates its version': (seat) => connect(seat, '/mcp', false, { versionNegotiation: { mode: 'auto' } }),
  'v2 without state (2026-07-28)': (seat) => connect(seat, '/mcp', false, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
  'v2 without state at the SSE address': (seat) =>
    connect(seat, '/mcp/sse', false, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
}

export const sseClient = (seat: Seat) => connect(seat, '/mcp/sse', true)
export const streamableClient = (seat: Seat) => connect(seat, '/mcp', false)

export async function call(client: McpClient, name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
  return (await client.callTool({ name, arguments: args })) as ToolAnswer
}

/** A call that must succeed. */
export async function result(client: McpClient, name: string, args: Record<string, unknown> = {}): Promise<any> {
  const answer = await call(client, name, args)
  if (answer.isError) throw new Error(`${name}: ${answer.content[0]?.text}`)
  return answer.structuredContent
}
