import { createHmac } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'
import { openSocket } from './remembered-address.ts'
import { withRoleNames, type RolePrefix } from './role-names.ts'

/** Where the database is, and the key from which the passwords of its roles are derived. */
export interface Target extends RolePrefix {
  DATABASE_URL: string
  /** The key; while it is being rotated, the new one, a comma and the old one. */
  DATABASE_KEY: string
}

export const keysOf = (target: Target): string[] => target.DATABASE_KEY.split(',').map((key) => key.trim())

/** The password that bootstrap gives a role, derived from the first key. */
export const rolePassword = (target: Target, role: string): string => passwordFrom(keysOf(target)[0] ?? '', withRoleNames(target, role))

export const passwordFrom = (key: string, role: string): string => createHmac('sha256', key).update(role).digest('hex')

/** A DATABASE_URL with a role and its password is for that role alone: the process can't connect as another. */
export function roleUrl(target: Target, role: string, password = rolePassword(target, role)): string {
  const url = new URL(target.DATABASE_URL)
  const name = withRoleNames(target, role)
  if (url.username && url.password) {
    if (url.username === name) return url.href
    throw new Error(`this process may only be ${url.username} in the database, not ${name}`)
  }
  url.username = name
  url.password = password
  return url.href
}

/**
 * A client that always has an error listener. A pool listens while a connection is idle, and `pool.query` for one error only: a server that
 * answers garbage and then hangs up causes two, and the second would end the process. Callers get errors through their own promise.
 */
class HeardClient extends pg.Client {
  constructor(options?: string | pg.ClientConfig) {
    super(options)
    this.on('error', () => {})
  }
}

/**
 * Connection settings for a role. While there are two keys, each new connection first finds out which one the role's password is derived from, so
 * that processes keep working while it is being changed; once it is the first, the others are no longer tried.
 */
export function loginAs(target: Target, role: string): { connectionString: string; stream: () => Socket; Client: typeof pg.Client } {
  const connectionString = roleUrl(target, role)
  const keys = keysOf(target)
  if (keys.length === 1) return { connectionString, stream: openSocket, Client: HeardClient }
  let changed = false
  const password = async (): Promise<string> => {
    for (const key of changed ? [] : keys.slice(1)) {
      const old = passwordFrom(key, withRoleNames(target, role))
      if (await opens(roleUrl(target, role, old))) return old
    }
    changed = true
    return rolePassword(target, role)
  }
  class Client extends HeardClient {
    constructor(options?: string | pg.ClientConfig) {
      super(options)
      // The driver calls this when the server asks for a password; passed as a setting, it would lose to the password in the URL.
      Object.assign(this, { password })
    }
  }
  return { connectionString, stream: openSocket, Client }
}

async function opens(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') return false
    throw error
  } finally {
    client.end().catch(() => {})
  }
}
