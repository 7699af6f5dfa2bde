import type { Run } from '../command.ts'
import { CliError, usageError } from '../errors.ts'
import { pageAddress } from '../page-address.ts'
import { openSession } from '../session.ts'
import { openBrowser } from '../terminal/browser.ts'
import { withProgress } from '../terminal/progress.ts'
import { askSecret, readStandardInput } from '../terminal/read-secret.ts'
import { checkToken, looksLikeMcpToken, storeToken, storedToken, variable, type TokenState } from './mcp-token.ts'

export type TokenSource = 'given' | 'environment' | 'stored' | 'missing'

/**
 * Finds the agents' token. The server issues tokens only to a person in the browser, never to a logged-in machine, so this opens that
 * page and reads the token that the person pastes.
 */
export async function findToken(run: Run, server: string): Promise<TokenSource> {
  const { env, out } = run
  if (run.flag('token-stdin')) return keep(run, server, (await readStandardInput()).trim())
  const set = env[variable]
  if (set) {
    await requireValid(run, server, set, `${variable} has a token that ${server} does not accept.`)
    return 'environment'
  }
  const stored = storedToken(env)
  if (stored && (await checked(run, server, stored)) !== 'refused') return 'stored'
  if (out.json || !out.onTerminal || !process.stdin.isTTY) return 'missing'
  const page = await tokenPage(run, server)
  out.say(`Create a token at ${page} and paste it here.`)
  await openBrowser(page, env)
  return keep(run, server, await askSecret('Token: '))
}

async function keep(run: Run, server: string, token: string): Promise<TokenSource> {
  if (!looksLikeMcpToken(token)) throw usageError('That is not an MCP token: they begin with svc_live_ or svc_test_.', 'Copy it again.')
  await requireValid(run, server, token, `${server} does not accept this token.`)
  storeToken(run.env, token)
  return 'given'
}

const checked = ({ out }: Run, server: string, token: string): Promise<TokenState> =>
  withProgress(out, 'Checking the token', () => checkToken(server, token))

async function requireValid(run: Run, server: string, token: string, message: string): Promise<void> {
  if ((await checked(run, server, token)) !== 'refused') return
  throw new CliError(message, {
    code: 'token_refused',
    next: 'It was revoked, has expired or belongs to another server. Create a new one on the page “Connect an agent”: baton open',
  })
}

/** Without a login the organization is unknown; the start page leads to the right page. */
export async function tokenPage(run: Run, server: string): Promise<string> {
  try {
    return await pageAddress(run, server, openSession(run).client, 'connect')
  } catch {
    return server
  }
}
