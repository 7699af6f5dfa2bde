/** An agent that speaks the Agent Client Protocol, carries out the lines of its prompt and asks for permission before each. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { Readable, Writable } from 'node:stream'
import { agent, ndJsonStream, type RequestPermissionResponse, type ToolKind } from '@agentclientprotocol/sdk'

let server: { name: string; url: string; authorization: string } | undefined
const options = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' as const },
  { optionId: 'once', name: 'Once', kind: 'allow_once' as const },
  { optionId: 'no', name: 'No', kind: 'reject_once' as const },
]

agent({ name: 'test-agent' })
  .onRequest('initialize', () => ({ protocolVersion: 1, agentCapabilities: { loadSession: true, mcpCapabilities: { http: true } } }))
  .onRequest('session/new', ({ params }) => {
    take(params.mcpServers)
    return { sessionId: 'first' }
  })
  .onRequest('session/load', ({ params }) => {
    take(params.mcpServers)
    return {}
  })
  .onRequest('session/prompt', async ({ params, client }) => {
    const { sessionId } = params
    const say = (text: string) =>
      client.notify('session/update', { sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } })
    const [block] = params.prompt
    const prompt = block?.type === 'text' ? block.text : ''
    for (const line of prompt.split('\n').filter(Boolean)) {
      const [verb = '', name = '', path = ''] = line.split(' ')
      if (verb === 'session') await say(`in ${sessionId} with ${server?.name} at ${server?.url}, ${server?.authorization.slice(0, 7)}\n`)
      if (verb === 'leave') process.exit(7)
      if (verb === 'run') {
        const command = line.slice(4)
        const toolCall = { toolCallId: line, title: 'A command', kind: 'execute' as const, rawInput: { command } }
        const { outcome } = (await client.request('session/request_permission', {
          sessionId,
          toolCall,
          options,
        })) as RequestPermissionResponse
        const isAllowed = outcome.outcome === 'selected' && outcome.optionId !== 'no'
        if (isAllowed) execFileSync('sh', ['-c', command])
        await say(`${command}: ${isAllowed ? 'ran' : 'refused'}\n`)
      }
      if (verb !== 'ask') continue
      const kind = (['edit', 'read', 'execute'].includes(name) ? name : 'other') as ToolKind
      const toolCall = { toolCallId: line, title: line, kind, ...(name.startsWith('mcp_') && { name }), locations: path ? [{ path }] : [] }
      await client.notify('session/update', { sessionId, update: { sessionUpdate: 'tool_call', ...toolCall } })
      const asked = { sessionId, toolCall, options }
      const { outcome } = (await client.request('session/request_permission', asked)) as RequestPermissionResponse
      const chosen = outcome.outcome === 'selected' ? outcome.optionId : 'cancelled'
      if (kind === 'edit' && chosen !== 'no') writeFileSync(path, 'edited')
      await say(`${name} ${path}: ${chosen}\n`)
    }
    return { stopReason: 'end_turn' }
  })
  .connect(
    ndJsonStream(Writable.toWeb(process.stdout) as WritableStream<Uint8Array>, Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>),
  )

function take(servers: readonly object[]): void {
  const [first] = servers as { name: string; url: string; headers: { value: string }[] }[]
  if (first) server = { name: first.name, url: first.url, authorization: first.headers[0]?.value ?? '' }
}
