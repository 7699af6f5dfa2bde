import { createHash } from 'node:crypto'
import pg from 'pg'
import { loginAs, type Target } from './database-login.ts'
import { Unreachable, watchDatabase } from './database-pulse.ts'
import { transact } from './transact.ts'
import { poolConnections, poolWaitSeconds } from './vitals.ts'

export type Realm = 'public' | 'identity' | 'account' | 'organization' | 'instance'

const roles: Record<Realm, string> = {
  public: 'baton_public',
  identity: 'baton_auth',
  account: 'baton_app',
  organization: 'baton_app',
  instance: 'baton_admin',
}

/** A prepared statement; its name is a digest of its text, so the same text is planned once per connection. */
export interface Statement<Row> {
  readonly name: string
  readonly text: string
  readonly row?: Row
}

export function sql<Row = Record<string, unknown>>(text: string): Statement<Row> {
  return { name: createHash('sha1').update(text).digest('base64url'), text }
}

/** A statement planned anew for its values each time: where one plan for every tenant would be wrong for the large ones. */
export function plannedEachTime<Row = Record<string, unknown>>(text: string): Statement<Row> {
  return { name: '', text }
}

/** One transaction inside a realm. Every statement goes by the extended protocol, so nothing can be stacked onto it. */
export interface Tx {
  rows<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]>
  row<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row | undefined>
  /** A closing statement nobody reads the answer of: it travels together with COMMIT. */
  last(statement: Statement<unknown>, values: readonly unknown[]): void
  /** Moves the wall: only for an organization or user this very transaction has made or proven. */
  enter(place: Place): void
  /** How pg-boss takes part in this transaction. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

export interface Place {
  org: string | null
  user: string | null
  /** Ends the transaction, and the statement it is at, without a trace. */
  signal?: AbortSignal | undefined
}

export interface Database {
  withRealm<T>(realm: Realm, place: Place, mode: 'read' | 'write', work: (tx: Tx) => Promise<T>): Promise<T>
  /** Who does this credential belong to: one indexed statement as the identity role, outside any transaction. */
  identify<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Told of every connection that broke while it was open, idle or in use. */
  onLost?(role: string, error: Error): void
  /** Refuses a transaction that waits for anything but the database: in tests and development. */
  strict?: boolean
}

// Timestamps stay text from driver to wire: no Date objects, no microseconds lost from cursors.
const types = {
  getTypeParser(oid: number, format?: string) {
    if (oid === 1184) return (text: string) => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`
    if (oid === 1082) return (text: string) => text
    if (oid === 20) return Number
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

const readPool = (role: string, pool: pg.Pool) => () =>
  [
    [{ role, state: 'total' }, pool.totalCount],
    [{ role, state: 'idle' }, pool.idleCount],
    [{ role, state: 'waiting' }, pool.waitingCount],
  ] as const

const connectMilliseconds = 2000
const connectionLifetimeSeconds = 30 * 60

export function connectDatabase(
  config: Target & { DATABASE_POOL: number },
  { onLost = () => {}, strict = false }: DatabaseOptions = {},
): Database {
  const pools = new Map<string, pg.Pool>()
  const forgotten: (() => void)[] = []
  const poolOf = (role: string, max = config.DATABASE_POOL, name = role): pg.Pool => {
    let pool = pools.get(name)
    if (!pool) {
      pool = new pg.Pool({
        ...loginAs(config, role),
        max,
        types,
        pipeline: true,
        keepAlive: true,
        connectionTimeoutMillis: connectMilliseconds,
        maxLifetimeSeconds: connectionLifetimeSeconds,
      } as pg.PoolConfig)
      pool.on('connect', (client) => client.on('error', (error) => onLost(role, error)))
      pool.on('error', () => {}) // an idle connection that breaks is replaced at its next use
      pools.set(name, pool)
      if (name === role) forgotten.push(poolConnections.add(readPool(role, pool)))
    }
    return pool
  }
  const { connectionString, stream, Client } = loginAs(config, 'baton_app')
  const pulse = watchDatabase(() => new Client({ connectionString, stream }))
  const connect = async (role: string): Promise<pg.PoolClient> => {
    if (pulse.away) throw new Unreachable()
    const connected = poolWaitSeconds.startTimer({ role })
    const client = await poolOf(role).connect()
    connected()
    pulse.add(client)
    return client
  }
  const release = (client: pg.PoolClient, error?: Error): void => {
    pulse.remove(client)
    client.release(error)
  }
  // On a connection of its own: where every other one is busy, nothing could be ended.
  const cancel = async (role: string, pid: number): Promise<void> => {
    const pool = poolOf(role, 1, `${role} cancel`)
    await pool.query({ name: 'cancel', text: 'select pg_cancel_backend($1)', values: [pid] }).catch(() => {})
  }
  return {
    withRealm(realm, place, mode, work) {
      const role = roles[realm]
      const connection = {
        connect: () => connect(role),
        release,
        cancel: (pid: number) => cancel(role, pid),
        answered: pulse.answered,
      }
      return transact(connection, place, mode, work, strict)
    },
    async identify<Row>(statement: Statement<Row>, values: readonly unknown[]) {
      const client = await connect(roles.identity)
      try {
        const result = await client.query({ name: statement.name, text: statement.text, values: values as unknown[] })
        pulse.answered()
        release(client)
        return result.rows as Row[]
      } catch (error) {
        // An error without a code is the connection's, not PostgreSQL's: it cannot be used again.
        release(client, (error as { code?: string }).code ? undefined : (error as Error))
        throw error
      }
    },
    async close() {
      pulse.close()
      for (const forget of forgotten) forget()
      await Promise.all([...pools.values()].map((pool) => pool.end()))
    },
  }
}
