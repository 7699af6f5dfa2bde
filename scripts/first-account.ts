import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export interface Account {
  email: string
  password: string
  /** An MCP token of the account. */
  token: string
}

/** Tells the person at the terminal what to do; printed without a stack trace. */
export class Advice extends Error {}

const file = 'data/first-account.json'
const orToken = 'Or set BATON_TOKEN to an MCP token of an account you have (Settings, MCP tokens).'

/** Reuses the account that an earlier run created at this address, or creates one. Many runs on one machine need only one. */
export async function firstAccount(url: string): Promise<{ account: Account; isNew: boolean }> {
  const known = readAccounts()
  const earlier = known[url]
  if (earlier && (await opens(url, earlier.token))) return { account: earlier, isNew: false }
  const name = `try-${Math.random().toString(36).slice(2, 8)}`
  const { email, password } = earlier ?? { email: `${name}@example.com`, password: crypto.randomUUID() }
  const again = earlier && (await post(url, '/api/auth/login', { email, password }).catch(() => null))
  const login = again ?? (await post(url, '/api/auth/register', { email, password, name, handle: name }))
  const { token = '' } = await post(url, '/api/settings/mcp-tokens', { name: 'first look' }, login['token'])
  const account = { email, password, token }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...known, [url]: account }, null, 2), { mode: 0o600 })
  return { account, isNew: !again }
}

function readAccounts(): Record<string, Account> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Account>
  } catch {
    return {}
  }
}

/** Whether a token still works: another instance may be running at that address now. */
async function opens(url: string, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return (await reach(`${url}/mcp`, { method: 'POST', headers, body: '{}' })).status !== 401
}

async function post(url: string, path: string, body: unknown, token?: string): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await reach(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = (await response.json().catch(() => ({}))) as Record<string, string>
  if (!response.ok) throw new Advice(`${url}${path} answers ${response.status}: ${answer['detail'] ?? 'no reason given'}\n${orToken}`)
  return answer
}

const reach = (address: string, request: RequestInit): Promise<Response> =>
  fetch(address, request).catch(() => {
    throw new Advice(`No Baton answers at ${new URL(address).origin}. Start one with npm run local, or say in APP_URL where it is.`)
  })

/** Runs a script from a terminal and prints `Advice` as plain text. */
export async function atTerminal(script: (url: string) => Promise<unknown>): Promise<void> {
  try {
    await script((process.env['APP_URL'] || 'http://localhost:4000').replace(/\/+$/, ''))
  } catch (error) {
    if (!(error instanceof Advice)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
