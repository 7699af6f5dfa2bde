import { Client, SSEClientTransport, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { SSEClientTransport as OldSse } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPClientTransport as OldStreamable } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'

export interface ToolAnswer {
  isError?: boolean
  content: { type: string; text: string }[]
  structuredContent?: any
}

interface ToolCall {
  name: string
  arguments?: Record<string, unknown>
}

interface Progress {
  progress: number
  total?: number
  message?: string
}

interface CallOptions {
  onprogress?: (step: Progress) => void
}

/** A resource template or a prompt, as a completion request refers to it. */
type CompletionRef = { type: 'ref/resource'; uri: string } | { type: 'ref/prompt'; name: string }

/** The part of a client that the tests use, old or new. */
export interface McpClient {
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(call: ToolCall): Promise<unknown>
  callWith(call: ToolCall, options: CallOptions): Promise<unknown>
  listResources(): Promise<{ resources: { uri: string }[] }>
  readResource(request: { uri: string }): Promise<{ contents: { uri: string; text?: string }[] }>
  complete(request: { ref: CompletionRef; argument: { name: string; value: string } }): Promise<{ completion: { values: string[] } }>
  listPrompts(): Promise<{ prompts: { name: string }[] }>
  getPrompt(request: { name: string; arguments?: Record<string, string> }): Promise<{ messages: { content: unknown }[] }>
  getInstructions(): string | undefined
  close(): Promise<void>
}

/** A person's response to an elicitation. */
export type Reply = { action: 'accept'; content: Record<string, string | number | boolean> } | { action: 'decline' | 'cancel' }

export interface Seat {
  url: string
  token: string
  client?: string
  /** Another node that receives every POST. */
  postsTo?: string
  /** Another node that receives the answers to the server's own requests. */
  answersTo?: string
  /** The person at this client; without one, the client declares no support for elicitation. */
  person?: (question: string) => Reply
}

const about = (seat: Seat) => ({ name: seat.client ?? 'tester', version: '1.0.0' })
const capabilities = ({ person }: Seat) => (person ? { capabilities: { elicitation: { form: {} } } } : {})

const isAnswer = (body: unknown): boolean => typeof body === 'string' && !('method' in JSON.parse(body))

const options = ({ token, postsTo, answersTo }: Seat) => ({
  requestInit: { headers: { authorization: `Bearer ${token}` } },
  fetch: (address: string | URL, init?: RequestInit) => {
    const { pathname, search } = new URL(address)
    const elsewhere = init?.method === 'POST' && ((answersTo && isAnswer(init.body) ? answersTo : undefined) ?? postsTo)
    return fetch(elsewhere ? new URL(pathname + search, elsewhere) : address, init)
  },
})

async function connect(seat: Seat, path: string, sse: boolean, versions: ClientOptions = {}): Promise<McpClient> {
  const client = new Client(about(seat), { ...versions, ...capabilities(seat) })
  const { person } = seat
  if (person) client.setRequestHandler('elicitation/create', ({ params }) => person(params.message))
  const address = new URL(path, seat.url)
  await client.connect(sse ? new SSEClientTransport(address, options(seat)) : new StreamableHTTPClientTransport(address, options(seat)))
  return Object.assign(client, { callWith: (call: ToolCall, more: CallOptions) => client.callTool(call, more) }) as unknown as McpClient
}

async function connectOld(seat: Seat, path: string, sse: boolean): Promise<McpClient> {
  const client = new OldClient(about(seat), capabilities(seat))
  const { person } = seat
  if (person) client.setRequestHandler(ElicitRequestSchema, ({ params }) => person(params.message))
  const address = new URL(path, seat.url)
  const transport = sse ? new OldSse(address, options(seat)) : new OldStreamable(address, options(seat))
  await client.connect(transport as Parameters<typeof client.connect>[0])
  const callWith = (call: ToolCall, more: CallOptions) => client.callTool(call, undefined, more)
  return Object.assign(client, { callWith }) as unknown as McpClient
}

/** Every kind of client in the wild, at every address it may be configured with. */
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

/** A call that must succeed, in the detailed response format. */
export async function result(client: McpClient, name: string, args: Record<string, unknown> = {}): Promise<any> {
  const answer = await call(client, name, { response_format: 'detailed', ...args })
  if (answer.isError) throw new Error(`${name}: ${answer.content[0]?.text}`)
  return answer.structuredContent
}
