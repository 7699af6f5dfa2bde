import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { call, clients, type McpClient, type Seat, type ToolAnswer } from '../../mcp/clients.ts'

/** A window of each kind of client, identified by a connection, by a conversation id or not at all. */
export const overSse = clients['v1 over SSE'] as (seat: Seat) => Promise<McpClient>
export const overStreamable = clients['v1 over Streamable HTTP'] as (seat: Seat) => Promise<McpClient>
export const withoutState = clients['v2 without state (2026-07-28)'] as (seat: Seat) => Promise<McpClient>

/** What Codex sends in `_meta` of every call; its window id contains the number of compactions. */
export function codexMeta(thread: string, compactions = 0): Record<string, unknown> {
  return { callId: 'call_1', threadId: thread, sessionId: thread, windowId: `${thread}:${compactions}`, itemId: 'fc_1' }
}

export async function codex({ url, token }: Seat): Promise<Client> {
  const client = new Client({ name: 'codex-mcp-client', version: '0.166.0' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }))
  return client
}

export const errorOf = async (answer: Promise<ToolAnswer>): Promise<string> => {
  const { isError, content } = await answer
  if (!isError) throw new Error('it was not refused')
  return content[0]?.text ?? ''
}

/** A result's notices, in whichever form the client shows. */
export const noticesOf = (answer: ToolAnswer & { _meta?: Record<string, any> }): { kind: string; task?: string; message: string }[] =>
  answer.structuredContent?.notices ?? answer._meta?.['baton/notices'] ?? []

export const kindsOf = async (answer: Promise<ToolAnswer>): Promise<string[]> => noticesOf(await answer).map(({ kind }) => kind)

export { call }
