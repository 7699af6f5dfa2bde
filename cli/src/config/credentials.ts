import { credentialsFile } from './paths.ts'
import { readJson, writeWhole } from './files.ts'

export interface Login {
  token: string
  expires_at: string
  refresh_token: string
  handle: string
  /** Base address of the dashboard; the API's can be different. */
  app_url: string
}

interface Credentials {
  /** The server used when none is named. */
  current?: string | undefined
  servers: Record<string, Login>
}

const read = (env: NodeJS.ProcessEnv): Credentials => readJson<Credentials>(credentialsFile(env), { servers: {} })
const write = (env: NodeJS.ProcessEnv, credentials: Credentials): void =>
  writeWhole(credentialsFile(env), `${JSON.stringify(credentials, null, 2)}\n`, 0o600)

export const currentServer = (env: NodeJS.ProcessEnv): string | undefined => read(env).current
export const loginOf = (env: NodeJS.ProcessEnv, server: string): Login | undefined => read(env).servers[server]

/** Re-reads before writing: another command may have changed another server's login. */
export function saveLogin(env: NodeJS.ProcessEnv, server: string, login: Login, makeCurrent = false): void {
  const before = read(env)
  write(env, {
    current: makeCurrent ? server : (before.current ?? server),
    servers: { ...before.servers, [server]: login },
  })
}

export function forgetLogin(env: NodeJS.ProcessEnv, server: string): void {
  const { current, servers } = read(env)
  const { [server]: _, ...rest } = servers
  write(env, { current: current === server ? Object.keys(rest)[0] : current, servers: rest })
}
