/** Two agents share a piece of work through a running Baton, and tell what they do: `npm run agent-loop`. */
import { runLoop } from './agent-loop/run-loop.ts'

const url = process.env['APP_URL'] ?? 'http://localhost:4000'
const mark = Math.random().toString(36).slice(2, 8)

async function post(path: string, body: unknown, token?: string): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = (await response.json()) as Record<string, string>
  if (!response.ok) throw new Error(`${path}: ${answer['detail']}`)
  return answer
}

async function newToken(): Promise<string> {
  const name = `loop-${mark}`
  const login = await post('/api/auth/register', { email: `${name}@example.com`, password: crypto.randomUUID(), name, handle: name })
  return (await post('/api/settings/mcp-tokens', { name: 'agent loop' }, login['token']))['token'] ?? ''
}

await runLoop(url, process.env['BATON_TOKEN'] ?? (await newToken()), `shop-${mark}`, console.log)
