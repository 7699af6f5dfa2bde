import type { RawRoute } from '../shared/raw-route.ts'

const json = { 'application/json': { type: 'object', description: 'JSON-RPC 2.0' } }
const stream = { 'text/event-stream': { type: 'string' } }
const session = { area: 'agents' } as const

/** Both transports at one URL of the MCP server and below it, as `offer` mounts them. */
function transportsAt(path: `/${string}`, name: string, tools: string): RawRoute[] {
  const streamable = (at: `/${string}`, id: string): RawRoute[] => [
    {
      ...session,
      method: 'POST',
      path: at,
      operationId: `send${id}`,
      summary: `Send a message to the MCP server with ${tools} (Streamable HTTP)`,
      body: json,
      answers: { 200: { description: 'The answer', content: { ...json, ...stream } }, 202: { description: 'Nothing to answer' } },
    },
    {
      ...session,
      method: 'DELETE',
      path: at,
      operationId: `end${id}`,
      summary: `End a session of the MCP server with ${tools}`,
      answers: { 200: { description: 'Ended' } },
    },
  ]
  const opened = { 200: { description: 'A stream of messages', content: stream } }
  return [
    ...streamable(path, name),
    { ...session, method: 'GET', path, operationId: `open${name}`, summary: `Listen to the MCP server with ${tools}`, answers: opened },
    ...streamable(`${path}/sse`, `${name}Sse`),
    {
      ...session,
      method: 'GET',
      path: `${path}/sse`,
      operationId: `open${name}Sse`,
      summary: `Open a session of the MCP server with ${tools} (HTTP+SSE); messages go to /mcp/messages`,
      answers: opened,
    },
  ]
}

export const messagesRoute: RawRoute = {
  area: 'agents',
  method: 'POST',
  path: '/mcp/messages',
  operationId: 'sendMcpMessage',
  summary: 'Send a message to an open session (HTTP+SSE), at the address from the start of its stream',
  query: { session: { type: 'string' }, node: { type: 'string' } },
  required: ['session', 'node'],
  body: json,
  answers: { 202: { description: 'Taken; the answer comes on the stream' } },
}

/** The MCP endpoints: all tools, read-only tools, some categories, one project. */
export const mcpRoutes: RawRoute[] = [
  ...transportsAt('/mcp', 'Mcp', 'all tools'),
  ...transportsAt('/mcp/readonly', 'ReadOnlyMcp', 'the tools that read'),
  ...transportsAt('/mcp/x/:toolsets', 'ToolsetsMcp', 'the tools of some categories'),
  ...transportsAt('/mcp/p/:project', 'ProjectMcp', 'the tools of one project'),
  messagesRoute,
]
