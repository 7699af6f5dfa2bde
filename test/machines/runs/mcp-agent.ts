/** An agent that works on its task over MCP as the title says, and notes when: `node mcp-agent.ts NOTES TASK CONFIG [resumed]`. */
import { spawn } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const [, , notes = '', task = '', config = '', resumed] = process.argv
const run = process.env['BATON_RUN'] ?? ''
const note = (what: string) => appendFileSync(notes, `${JSON.stringify({ run, task, what, at: Date.now() })}\n`)
note(resumed ? 'resumed' : 'started')

const { mcpServers } = JSON.parse(readFileSync(config, 'utf8')) as {
  mcpServers: { baton: { url: string; headers: Record<string, string> } }
}

/** Retries while the database is unavailable, as every client does. */
async function use(tool: string, args: Record<string, unknown>, tries = 0): Promise<any> {
  const { url, headers } = mcpServers.baton
  const params = { name: tool, arguments: { ...args, ...(tool !== 'claim_task' && { idempotency_key: `${run}-${tool}` }) } }
  const own = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const text = await fetch(url, { method: 'POST', headers: { ...own, ...headers }, body }).then(
    (answer) => answer.text(),
    () => 'unavailable',
  )
  if (text.includes('unavailable') && tries < 20) {
    await pause(500)
    return use(tool, args, tries + 1)
  }
  const last = text.split('\n').findLast((line) => line.startsWith('data: '))
  const { result } = JSON.parse(last ? last.slice(6) : text)
  if (!result || result.isError) throw new Error(`${tool}: ${text.slice(0, 500)}`)
  return result.structuredContent
}

const { lease, task: seen } = await use('claim_task', { task, response_format: 'detailed' })
const { fence } = lease ?? {}
const title = String(seen?.title ?? '')
console.log('I have begun.')
if (title === 'hang') {
  process.on('SIGTERM', () => {})
  const near = spawn('sleep', ['600'], { stdio: 'ignore' })
  const far = spawn('sleep', ['600'], { stdio: 'ignore', detached: true })
  note(`hangs ${process.pid} ${near.pid} ${far.pid}`)
  await pause(600_000)
} else if (title === 'ask' && !resumed) await use('update_task', { task, fence, comment: 'Which way?', choices: ['Left', 'Right'] })
else {
  await pause(Number(/^work (\d+)$/.exec(title)?.[1] ?? 0))
  await use('complete_task', { task, fence, notes: run })
  note('completed')
}
