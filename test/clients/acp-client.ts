/** A minimal Agent Client Protocol client: starts the agent given by its arguments with Baton as MCP server and runs one prompt. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const [url = '', prompt = '', command = '', ...args] = process.argv.slice(2)
// Some agents are a small program that starts another, so the whole process group is killed at the end.
const agent = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
agent.once('exit', (code) => process.exit(code || 1))

const waiting = new Map<number, PromiseWithResolvers<any>>()
const send = (message: object) => agent.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
function request(method: string, params: object): Promise<any> {
  const answer = Promise.withResolvers<any>()
  const id = waiting.size + 1
  waiting.set(id, answer)
  send({ id, method, params })
  return answer.promise
}

createInterface(agent.stdout).on('line', (line) => {
  if (!line.startsWith('{')) return
  const { id, method, params, result, error } = JSON.parse(line)
  if (method === 'session/request_permission') {
    const allowed = params.options.find(({ kind }: { kind: string }) => kind.startsWith('allow'))
    send({ id, result: { outcome: { outcome: 'selected', optionId: allowed.optionId } } })
  } else if (method && id !== undefined) send({ id, error: { code: -32601, message: 'not offered' } })
  else if (error) waiting.get(id)?.reject(new Error(JSON.stringify(error)))
  else if (!method) waiting.get(id)?.resolve(result)
})

await request('initialize', {
  protocolVersion: 1,
  clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
})
const headers = [{ name: 'Authorization', value: `Bearer ${process.env['BATON_TOKEN']}` }]
const mcpServers = [{ type: 'http', name: 'baton', url: `${url}/mcp`, headers }]
const { sessionId } = await request('session/new', { cwd: process.cwd(), mcpServers })
const { stopReason } = await request('session/prompt', { sessionId, prompt: [{ type: 'text', text: prompt }] })
agent.removeAllListeners('exit')
process.kill(-(agent.pid ?? 0), 'SIGKILL')
process.exit(stopReason === 'end_turn' ? 0 : 1)
