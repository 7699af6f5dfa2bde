/** A first look: an account, an MCP token, and a real MCP client that lists the tools and creates a task. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { atTerminal, firstAccount } from './first-account.ts'

async function tokenFor(url: string): Promise<string> {
  if (process.env['BATON_TOKEN']) return process.env['BATON_TOKEN']
  const { account, isNew } = await firstAccount(url)
  console.log(`Account ${account.email}, password ${account.password}${isNew ? '' : ' (made by an earlier run)'}`)
  console.log(`MCP token: ${account.token}\n`)
  return account.token
}

await atTerminal(async (url) => {
  const token = await tokenFor(url)
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
  const project = `first-${Math.random().toString(36).slice(2, 8)}`
  await call('create_project', { name: 'First project', slug: project })
  const task = await call('create_task', { project, title: 'Try Baton' })
  console.log(`Created ${task['key']}: Try Baton`)
  await client.close()

  const entry = { mcpServers: { baton: { type: 'sse', url: `${url}/mcp/sse`, headers: { Authorization: `Bearer ${token}` } } } }
  console.log(`\nFor your own client:\n${JSON.stringify(entry, null, 2)}`)
})
