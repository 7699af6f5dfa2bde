import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { loginAs, type Target } from './database-login.ts'
import { functionFiles } from './function-files.ts'
import { migrationNames } from './migrations.ts'

export interface Probe {
  /** `read_only`: it answers, but takes no writes; it is a standby, was demoted or has no room left. */
  database: 'ok' | 'read_only' | 'down'
  /** `behind`: a migration or a function of this build has not been applied. */
  schema: 'current' | 'behind' | 'unknown'
}

const patience = 1_000
const away: Probe = { database: 'down', schema: 'unknown' }

/**
 * Checks the database over a connection of its own, so the answer never waits behind requests. Concurrent checks share one answer: health checks
 * can't become load.
 */
export function createProbe(config: Target): { check(): Promise<Probe>; close(): Promise<void> } {
  const login = loginAs(config, 'baton_app')
  const pool = new pg.Pool({ ...login, max: 1, connectionTimeoutMillis: patience, query_timeout: patience, keepAlive: true })
  pool.on('error', () => {}) // replaced at its next use
  pool.on('connect', (client) => client.on('error', () => {}))
  const known = [...migrationNames(), ...functionFiles().map(({ name, digest }) => `${name} ${digest}`)]

  const ask = async (): Promise<Probe> => {
    // Also true while it recovers, and if a setting of the server, database or role says so.
    const { rows } = await pool.query<{ name: string; read_only: boolean }>(
      `select name, current_setting('transaction_read_only')::boolean as read_only
       from (select name from migrations union all select name || ' ' || digest from function_files) as applied`,
    )
    const applied = new Set(rows.map(({ name }) => name))
    const database = rows[0]?.read_only ? 'read_only' : 'ok'
    return { database, schema: known.every((name) => applied.has(name)) ? 'current' : 'behind' }
  }
  const askPatiently = async (): Promise<Probe> => {
    const answered = new AbortController()
    const late = pause(patience, away, { signal: answered.signal }).catch(() => away)
    const answer = ask().catch((error: { code?: string }): Probe => {
      // It answers, but the table doesn't exist or can't be read yet: the first migrations have yet to run.
      if (error.code === '42P01' || error.code === '42501') return { database: 'ok', schema: 'behind' }
      return away
    })
    return Promise.race([answer, late]).finally(() => answered.abort())
  }
  let asking: Promise<Probe> | null = null
  return {
    check: () => (asking ??= askPatiently().finally(() => (asking = null))),
    close: () => pool.end(),
  }
}
