import { homedir } from 'node:os'
import { join } from 'node:path'

type Env = NodeJS.ProcessEnv

/** The home of this environment: in tests and under `sudo -u` it differs from the process user's. */
export const homeOf = (env: Env): string => env['HOME'] || env['USERPROFILE'] || homedir()

export const configHome = (env: Env): string => env['XDG_CONFIG_HOME'] || join(homeOf(env), '.config')
const stateHome = (env: Env): string => env['XDG_STATE_HOME'] || join(homeOf(env), '.local', 'state')

export const configFolder = (env: Env): string => join(configHome(env), 'baton')
/** Logins, by server. */
export const credentialsFile = (env: Env): string => join(configFolder(env), 'credentials.json')
/** `export BATON_TOKEN=…` for the shell that starts the agents. */
export const tokenFile = (env: Env): string => join(configFolder(env), 'env')
/** What `connect` wrote and where, so that it can be undone; and the fences of claimed tasks. */
export const connectionsFile = (env: Env): string => join(stateHome(env), 'baton', 'connections.json')
/** Writes queued while offline, until the server has them. */
export const outboxFile = (env: Env): string => join(stateHome(env), 'baton', 'outbox.json')
export const leasesFile = (env: Env): string => join(stateHome(env), 'baton', 'leases.json')
