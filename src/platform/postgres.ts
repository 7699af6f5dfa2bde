import pg from 'pg'
import { loginAs, type Target } from './database-login.ts'
import { Unreachable, watchDatabase } from './database-pulse.ts'
import { momentOf } from './moments.ts'
import { sendPipelined } from './pipeline.ts'
import { shareLookups } from './share-lookups.ts'
import { inOrder, type Statement, type Values } from './sql.ts'
import { transact } from './transact.ts'
import { connectionsLost } from './telemetry.ts'
import { blamesConnection } from './transient-error.ts'
import { poolConnections, poolWaitSeconds } from './vitals.ts'

export { counting, insert, list, plannedEachTime, plannedOnce, sql, update, type Statement, type Values } from './sql.ts'
export type Realm = 'public' | 'identity' | 'account' | 'organization' | 'instance'

const roles: Record<Realm, string> = {
  public: 'baton_public',
  identity: 'baton_auth',
  account: 'baton_app',
  organization: 'baton_app',
  instance: 'baton_admin',
}

/** A transaction in a realm. Every statement uses the extended protocol, so nothing can be stacked onto it. */
export interface Tx {
  rows<Row, Name extends string>(statement: Statement<Row, Name>, values: Values<NoInfer<Name>>): Promise<Row[]>
  row<Row, Name extends string>(statement: Statement<Row, Name>, values: Values<NoInfer<Name>>): Promise<Row | undefined>
  /** For a statement that always returns exactly one row: any other number is a bug of ours. */
  one<Row, Name extends string>(statement: Statement<Row, Name>, values: Values<NoInfer<Name>>): Promise<Row>
  /** For final statements whose results nobody reads: all of them are sent as one, in the order given, together with COMMIT. */
  beforeCommit<Name extends string>(statement: Statement<unknown, Name>, values: Values<NoInfer<Name>>): void
  /** Sent with COMMIT directly after it; its rows can only be awaited after the commit. */
  unread<Row, Name extends string>(statement: Statement<Row, Name>, values: Values<NoInfer<Name>>): Promise<Row[]>
  /** Sent after everything else, together with COMMIT: without a commit it never resolves. */
  withCommit<Row, Name extends string>(statement: Statement<Row, Name>, values: Values<NoInfer<Name>>): Promise<Row[]>
  /** Runs after the commit, and not at all without one: for hints. */
  afterCommit(tell: () => void): void
  /** Moves the wall. Only for an organization or user that this very transaction has created or proven. */
  switchTenant(place: TenantScope): void
  /** How pg-boss takes part in this transaction: its insert is sent with COMMIT. */
  insertJob(text: string, job: unknown, queue: string): void
}

export interface TenantScope {
  org: string | null
  user: string | null
  /** The only project that can be seen and changed; without it, everything the user may. */
  project?: string | null | undefined
  /** Only with `project`: the agent whose own rows can be seen besides. Those of its owner can't. */
  agent?: string | null | undefined
  /** Aborts the transaction and its running statement without leaving a trace. */
  signal?: AbortSignal | undefined
}

export interface Database {
  withRealm<T>(realm: Realm, place: TenantScope, mode: 'read' | 'write', work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Looks up whose credential this is: one indexed statement as the identity role, outside any transaction. With a key, callers that ask for the
   * same one during a lookup share the next lookup; the rows are then shared and must not be modified.
   */
  identify<Row, Name extends string>(statement: Statement<Row, Name>, values: Values<NoInfer<Name>>, key?: string): Promise<Row[]>
  /**
   * One statement outside any transaction and any organization, on its own connection: for periodic queries of a process, so that they never wait
   * for requests, nor requests for them.
   */
  poll<Row, Name extends string>(realm: Realm, statement: Statement<Row, Name>, values: Values<NoInfer<Name>>): Promise<Row[]>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Called for every connection that broke while it was open, idle or in use. */
  onLost?(role: string, error: Error): void
  /** Rejects a transaction that waits for anything but the database; on in tests and development. */
  strict?: boolean
}

/** Most text arrays, such as labels, are empty or need no parser, which costs as much as the rest of a row. */
const ofTexts: number = 1009
const parseTexts = pg.types.getTypeParser(ofTexts, 'text') as (text: string) => string[]
const plainTexts = /^\{[\w.:/-]+(,[\w.:/-]+)*\}$/
const readTexts = (text: string): string[] => {
  if (text === '{}') return []
  return plainTexts.test(text) && !text.includes('NULL') ? text.slice(1, -1).split(',') : parseTexts(text)
}

// Timestamps stay text from driver to wire: no Date objects, no microseconds lost from cursors.
const types = {
  getTypeParser(oid: number, format?: string) {
    if (oid === 1184) return (text: string) => momentOf(text.slice(0, -3))
    if (oid === 1082) return (text: string) => text
    if (oid === 20) return Number
    if (oid === ofTexts) return readTexts
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
/** Longer than the interval of any poll: opening a connection costs both sides more than a hundred statements. */
const idleMilliseconds = 90_000
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
        idleTimeoutMillis: idleMilliseconds,
        maxLifetimeSeconds: connectionLifetimeSeconds,
      } as pg.PoolConfig)
      connectionsLost.inc({ role }, 0)
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
    // A wait that was in vain counts too: those are the longest.
    const client = await poolOf(role).connect().finally(connected)
    pulse.add(client)
    return client
  }
  const release = (client: pg.PoolClient, error?: Error): void => {
    pulse.remove(client)
    client.release(error)
  }
  const share = shareLookups<unknown[]>()
  const identify = async ({ name, text }: Statement<unknown>, values: unknown[]): Promise<unknown[]> => {
    const client = await connect(roles.identity)
    try {
      const rows = await new Promise<unknown[]>((resolve, reject) => {
        void sendPipelined(client, undefined, [{ name, text, values, resolve, reject }], types)
      })
      pulse.answered()
      release(client)
      return rows
    } catch (error) {
      // An error without a code comes from the connection, not from PostgreSQL: the connection can't be reused.
      const isUsable = (error as { code?: string }).code && !blamesConnection(error)
      release(client, isUsable ? undefined : (error as Error))
      throw error
    }
  }
  return {
    withRealm(realm, place, mode, work) {
      const role = roles[realm]
      const connection = {
        connect: () => connect(role),
        release,
        answered: pulse.answered,
        types,
      }
      return transact(connection, place, mode, work, strict)
    },
    async identify<Row, Name extends string>(statement: Statement<Row, Name>, values: Values<NoInfer<Name>>, key?: string) {
      const look = () => identify(statement, inOrder(statement, values))
      return (await (key === undefined ? look() : share(`${statement.name} ${key}`, look))) as Row[]
    },
    async poll<Row, Name extends string>(realm: Realm, statement: Statement<Row, Name>, values: Values<NoInfer<Name>>) {
      if (pulse.away) throw new Unreachable()
      const query = { name: statement.name, text: statement.text, values: inOrder(statement, values) }
      return (await poolOf(roles[realm], 1, `${roles[realm]} poll`).query(query)).rows as Row[]
    },
    async close() {
      pulse.close()
      for (const forget of forgotten) forget()
      await Promise.all([...pools.values()].map((pool) => pool.end()))
    },
  }
}
