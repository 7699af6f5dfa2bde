import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { agentClients, isInstalled, type AgentClient } from '../clients/agent-clients.ts'
import { entryName } from '../clients/connections.ts'
import type { Server } from '../clients/formats/format.ts'
import { checkToken, looksLikeMcpToken, storedToken, variable } from '../clients/mcp-token.ts'
import { readIfThere } from '../config/files.ts'
import { normalize } from '../config/server-address.ts'
import { toCliError } from '../errors.ts'
import { fault, note, ok, type Finding } from './finding.ts'

type Env = NodeJS.ProcessEnv

/** For every installed client: is it configured for this Baton, exactly once, with the right address? */
export function checkClients(env: Env, server: string): { findings: Finding[]; needToken: boolean } {
  const looked = agentClients.filter((client) => isInstalled(client, env)).map((client) => checkClient(client, env, server))
  if (looked.length === 0) {
    return { findings: [note('client', 'No agent client was found on this machine.')], needToken: false }
  }
  return { findings: looked.flatMap(({ findings }) => findings), needToken: looked.some(({ needsToken }) => needsToken) }
}

function checkClient(client: AgentClient, env: Env, server: string): { findings: Finding[]; needsToken: boolean } {
  const { id, title, format, servers } = client
  const file = client.file(env)
  const check = `client_${id}`
  const done = (...findings: Finding[]) => ({ findings, needsToken: false })
  try {
    if (!isWritable(file)) return done(fault(check, `${title}: ${file} cannot be written.`, `Make it yours: chown and chmod u+w ${file}`))
    const entries = format.list(readIfThere(file) || format.create({ servers, name: '-', value: {} }, {}), servers)
    const own = entries.find(({ name }) => name === entryName)
    const here = entries.filter((entry) => addressOf(entry) === server)
    if (here.length > 1) {
      const names = here.map(({ name }) => name).join(' and ')
      return done(fault(check, `${title} has this Baton twice: ${names}. Every tool appears twice.`, `Keep one of them in ${file}.`))
    }
    if (own && addressOf(own) !== server) {
      const there = addressOf(own) ?? 'something else'
      return done(fault(check, `${title} is connected to ${there}, not to ${server}.`, `Run: baton connect ${id} --server ${server}`))
    }
    const [entry] = here
    if (!entry) return done(note(check, `${title} is not connected.`, `Run: baton connect ${id}`))
    return ofEntry(client, file, entry)
  } catch (error) {
    return done(
      fault(check, `${title}: ${file} cannot be read: ${(error as Error).message}`, 'Correct the file: until then the client ignores it.'),
    )
  }
}

function ofEntry({ id, title, asksForToken }: AgentClient, file: string, entry: Server): { findings: Finding[]; needsToken: boolean } {
  const check = `client_${id}`
  const text = JSON.stringify(entry.value)
  const path = new URL(urlOf(entry) ?? '').pathname
  if (!path.includes('/mcp')) {
    const finding = fault(check, `${title} uses the path ${path}, where there is no MCP server.`, `Run: baton connect ${id}`)
    return { findings: [finding], needsToken: false }
  }
  const bare = /svc_(live|test)_[\w-]{20,}/.test(text)
  if (bare) {
    const cure = `Revoke it, run: baton connect ${id}, and keep the new one in ${variable}.`
    return {
      findings: [fault(check, `${title} has a token in ${file}, where anything that reads the file can see it.`, cure)],
      needsToken: false,
    }
  }
  return { findings: [ok(check, `${title} is connected`)], needsToken: !asksForToken && text.includes(variable) }
}

/** Checks with the server the token that agents are started with. */
export async function checkAgentToken(env: Env, server: string): Promise<Finding> {
  const set = env[variable]
  const stored = storedToken(env)
  const token = set || stored
  const page = 'Create a new one on the page “Connect an agent” (baton open), then run: baton connect --token-stdin'
  if (!token) return fault('mcp_token', `${variable} is not set, and the connected clients read their token from it.`, page)
  if (!looksLikeMcpToken(token)) {
    return fault('mcp_token', `${variable} is not an MCP token: they begin with svc_live_ or svc_test_.`, page)
  }
  try {
    const state = await checkToken(server, token)
    if (state === 'refused') return fault('mcp_token', `The token in ${variable} is refused: it was revoked, or has expired.`, page)
    if (state === 'unknown') return note('mcp_token', 'The server could not say whether the token is valid.', 'Try again in a minute.')
  } catch (error) {
    const { message, next } = toCliError(error, server)
    return fault('mcp_token', message, next)
  }
  if (!set)
    return note(
      'mcp_token',
      `The stored token is valid, but ${variable} is not set in this shell.`,
      'Add this to its profile: . ~/.config/baton/env',
    )
  return ok('mcp_token', 'The agents’ token is valid')
}

function urlOf({ value }: Server): string | undefined {
  const url = value['url'] ?? value['httpUrl'] ?? value['serverUrl']
  return typeof url === 'string' && URL.canParse(url) ? url : undefined
}

/** The Baton server that an entry points to. */
function addressOf(entry: Server): string | undefined {
  const url = urlOf(entry)
  return url && normalize(url)
}

function isWritable(file: string): boolean {
  let place = file
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place)
  try {
    accessSync(place, constants.W_OK)
    return true
  } catch {
    return false
  }
}
