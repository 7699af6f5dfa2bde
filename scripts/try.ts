/** A first look: an account, an MCP token, and a real MCP client that lists the tools and creates a task. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const url = process.env['APP_URL'] ?? 'http://localhost:4000'
const name = `try-${Math.random().toString(36).slice(2, 8)}`

async function post(path: string, body: unknown, token?: string): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = (await response.json()) as Record<string, string>
  if (!response.ok) throw new Error(`${path}: ${answer['detail']}`)
  return answer
}

const password = crypto.randomUUID()
const login = await post('/api/auth/register', { email: `${name}@example.com`, password, name, handle: name })
const { token } = await post('/api/settings/mcp-tokens', { name: 'first look' }, login['token'])
console.log(`Account ${name}@example.com, password ${password}\nMCP token, shown once: ${token}\n`)

const client = new Client({ name: 'first-look', version: '1.0.0' })
const requestInit = { headers: { authorization: `Bearer ${token}` } }
await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
const { tools } = await client.listTools()
console.log(`${tools.length} tools: ${tools.map((tool) => tool.name).join(', ')}\n`)

const call = async (tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>> => {
  const result = await client.callTool({ name: tool, arguments: args })
  if (result.isError) throw new Error(JSON.stringify(result.content))
  return result.structuredContent as Record<string, unknown>
}
await call('create_project', { name: 'First project', slug: 'first' })
const task = await call('create_task', { project: 'first', title: 'Try Baton' })
console.log(`Created ${task['key']}: ${task['title']}`)
await client.close()

const entry = { mcpServers: { baton: { type: 'sse', url: `${url}/mcp/sse`, headers: { Authorization: `Bearer ${token}` } } } }
console.log(`\nFor your own client:\n${JSON.stringify(entry, null, 2)}`)
