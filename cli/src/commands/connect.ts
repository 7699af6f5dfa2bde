import { agentClients, isInstalled, type AgentClient, type Auth } from '../clients/agent-clients.ts'
import { connect, connectedClients, disconnect } from '../clients/connections.ts'
import { findToken, tokenPage, type TokenSource } from '../clients/find-token.ts'
import { variable } from '../clients/mcp-token.ts'
import type { Command, Run } from '../command.ts'
import { tokenFile } from '../config/paths.ts'
import { serverAddress } from '../config/server-address.ts'
import { CliError, usageError } from '../errors.ts'

const ids = agentClients.map(({ id }) => id)

export const connectClients: Command = {
  name: 'connect',
  usage: '[CLIENT]',
  about: 'add Baton to an agent client, or to all that are installed',
  arguments: [0, 1],
  choices: ids,
  options: {
    undo: { type: 'boolean', about: 'restore the client’s file' },
    auth: {
      type: 'string',
      value: 'HOW',
      about: `token (from ${variable} in the environment) or oauth (the client logs in itself)`,
      choices: ['token', 'oauth'],
    },
    'token-stdin': { type: 'boolean', about: 'read the MCP token from standard input' },
  },
  async run(run) {
    const { env, out, args } = run
    if (run.flag('undo')) return undo(run)
    const auth = authOf(run)
    const clients = args[0] === undefined ? installed(env) : [named(args[0])]
    const server = serverAddress(env, run.server)
    const token = auth === 'token' && clients.some(({ asksForToken }) => !asksForToken) ? await findToken(run, server) : undefined
    const done = clients.map((client) => ({
      client: client.id,
      file: client.file(env),
      changed: connect(client, env, server, auth),
    }))
    const lines = done.map(
      ({ client, file, changed }) => `${changed ? 'Connected' : 'Already connected'}: ${named(client).title} (${file})`,
    )
    const next = await nextSteps(run, server, auth, token)
    out.result({ server, auth, token, clients: done }, [...lines, ...next].join('\n'))
  },
}

async function nextSteps(run: Run, server: string, auth: Auth, token: TokenSource | undefined): Promise<string[]> {
  if (auth === 'oauth') return ['Start the client: it opens your browser to log in.']
  if (token === 'environment' || token === undefined) return ['Restart the client so that it reads its file.']
  if (token === 'missing')
    return [`It needs a token: create one at ${await tokenPage(run, server)}, then run: export ${variable}=<the token>`]
  return [`The token is in ${tokenFile(run.env)}. Add this to your shell’s profile, then restart the client: . ${tokenFile(run.env)}`]
}

async function undo({ env, out, args }: Run): Promise<void> {
  const ofOurs = connectedClients(env)
  const clients = args[0] === undefined ? agentClients.filter(({ id }) => ofOurs.includes(id)) : [named(args[0])]
  const done = clients.map((client) => ({ client: client.id, file: client.file(env), undone: disconnect(client, env) }))
  const missing = done.find((one) => one.undone === 'absent')
  if (args[0] !== undefined && missing) {
    throw new CliError(`baton connect has not changed ${missing.file}.`, {
      code: 'not_connected',
      next: 'If Baton was added there in another way, remove its entry the same way.',
    })
  }
  const said = {
    restored: 'Restored',
    removed: 'Changed since then; only the entry was removed',
    absent: 'No longer there; nothing to restore',
  }
  const lines = done.map((one) => `${said[one.undone]}: ${one.file}`)
  out.result({ clients: done }, lines.join('\n') || 'No client was connected from here.')
}

function installed(env: NodeJS.ProcessEnv): AgentClient[] {
  const found = agentClients.filter((client) => isInstalled(client, env))
  if (found.length > 0) return found
  throw usageError('No agent client was found on this machine.', `Name one: baton connect ${ids.join('|')}`)
}

function named(id: string): AgentClient {
  const found = agentClients.find((client) => client.id === id)
  if (!found) throw usageError(`There is no client ${JSON.stringify(id)}.`, `Use one of: ${ids.join(', ')}`)
  return found
}

function authOf(run: Run): Auth {
  const auth = run.text('auth') ?? 'token'
  if (auth !== 'token' && auth !== 'oauth') throw usageError('--auth must be token or oauth.', 'For example: --auth oauth')
  return auth
}
