import { BatonError, createClient, type Client, type ClientOptions } from '@baton/client'
import type { Run } from './command.ts'
import { forgetLogin, loginOf, saveLogin, type Login } from './config/credentials.ts'
import { serverAddress } from './config/server-address.ts'
import { loginNeeded } from './errors.ts'
import { fetchInTime } from './network.ts'

export interface Session {
  server: string
  client: Client
  /** For requests that are not operations. */
  options: ClientOptions
}

const early = 60_000

/** Opens a session with the login stored for the server, or with the API key in BATON_API_KEY. */
export function openSession(run: Pick<Run, 'env' | 'server' | 'organization'>): Session {
  const { env } = run
  const server = serverAddress(env, run.server)
  const organization = run.organization ?? (env['BATON_ORGANIZATION'] || undefined)
  const common = { url: server, ...(organization && { organization }) }
  const key = env['BATON_API_KEY']
  const sessionWith = (options: ClientOptions): Session => ({ server, client: createClient(options), options })
  if (key) return sessionWith({ ...common, token: key, fetch: fetchInTime })
  if (!loginOf(env, server)) throw loginNeeded(server)
  const fetch: typeof globalThis.fetch = async (url, init = {}) => {
    const answer = await fetchInTime(url, init)
    if (answer.status !== 401) return answer
    // A wrong clock may have hidden that the access token expired, or the session was ended elsewhere.
    const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${await freshToken(env, server, true)}` }
    return fetchInTime(url, { ...init, headers })
  }
  return sessionWith({ ...common, token: () => freshToken(env, server), fetch })
}

/** The stored access token, or a new one if it expires within a minute. */
async function freshToken(env: NodeJS.ProcessEnv, server: string, now = false): Promise<string> {
  const login = loginOf(env, server)
  if (!login) throw loginNeeded(server)
  if (!now && Date.parse(login.expires_at) - Date.now() > early) return login.token
  return (await refresh(env, server, login)).token
}

async function refresh(env: NodeJS.ProcessEnv, server: string, login: Login): Promise<Login> {
  const client = createClient({ url: server, fetch: fetchInTime })
  try {
    const { token, expires_at, refresh_token } = await client.refresh({ refresh_token: login.refresh_token })
    const next = { ...login, token, expires_at, refresh_token }
    saveLogin(env, server, next)
    return next
  } catch (error) {
    if (!(error instanceof BatonError) || error.status !== 401) throw error
    // The login is useless now; once it is removed, `doctor` and the next command report the same.
    forgetLogin(env, server)
    throw loginNeeded(server, `Your login to ${server} has ended: it expired, or it was ended elsewhere.`)
  }
}
