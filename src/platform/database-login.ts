import { createHmac } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'
import { openSocket } from './remembered-address.ts'

/** Where the database is, and what the passwords of its roles derive from. */
export interface Target {
  DATABASE_URL: string
  /** The key, or while it is being rotated the new one, a comma and the old one. */
  DATABASE_KEY: string
}

const keysOf = (target: Target): string[] => target.DATABASE_KEY.split(',').map((key) => key.trim())

/** The password bootstrap gives a role: from the first key. */
export const rolePassword = (target: Target, role: string): string => passwordFrom(keysOf(target)[0] ?? '', role)

const passwordFrom = (key: string, role: string): string => createHmac('sha256', key).update(role).digest('hex')

/** A DATABASE_URL that names a role with its password is for that role alone: its process cannot be another. */
export function roleUrl(target: Target, role: string, password = rolePassword(target, role)): string {
  const url = new URL(target.DATABASE_URL)
  if (url.username && url.password) {
    if (url.username === role) return url.href
    throw new Error(`this process may only be ${url.username} in the database, not ${role}`)
  }
  url.username = role
  url.password = password
  return url.href
}

/**
 * A connection whose errors somebody always hears. A pool listens while a connection is idle, and `pool.query` to one error only: a
 * server that answers garbage and then hangs up makes two, and the second would end the process. Whoever waits for an answer is told
 * by its own promise.
 */
class HeardClient extends pg.Client {
  constructor(options?: string | pg.ClientConfig) {
    super(options)
    this.on('error', () => {})
  }
}

/**
 * Settings for connections as a role. While there are two keys, each new connection first finds out which of them the role's password is
 * made from, so that processes go on while it is changed below them; once it is the first, no further one is tried.
 */
export function loginAs(target: Target, role: string): { connectionString: string; stream: () => Socket; Client: typeof pg.Client } {
  const connectionString = roleUrl(target, role)
  const keys = keysOf(target)
  if (keys.length === 1) return { connectionString, stream: openSocket, Client: HeardClient }
  let changed = false
  const password = async (): Promise<string> => {
    for (const key of changed ? [] : keys.slice(1)) {
      const old = passwordFrom(key, role)
      if (await opens(roleUrl(target, role, old))) return old
    }
    changed = true
    return rolePassword(target, role)
  }
  class Client extends HeardClient {
    constructor(options?: string | pg.ClientConfig) {
      super(options)
      // The driver asks it when the server wants a password; its settings would lose it to the one of the address.
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
