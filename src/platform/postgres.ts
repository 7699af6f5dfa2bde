import { createHash, createHmac } from 'node:crypto'
import pg from 'pg'
import { isId } from './ids.ts'

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
  ping(): Promise<void>
  close(): Promise<void>
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

export const rolePassword = (key: string, role: string): string => createHmac('sha256', key).update(role).digest('hex')

/** A DATABASE_URL that names a role with its password is for that role alone: its process cannot be another. */
export function roleUrl(config: { DATABASE_URL: string; DATABASE_KEY: string }, role: string): string {
  const url = new URL(config.DATABASE_URL)
  if (url.username && url.password) {
    if (url.username === role) return url.href
    throw new Error(`this process may only be ${url.username} in the database, not ${role}`)
  }
  url.username = role
  url.password = rolePassword(config.DATABASE_KEY, role)
  return url.href
}

export function connectDatabase(config: { DATABASE_URL: string; DATABASE_KEY: string; DATABASE_POOL: number }): Database {
  const pools = new Map<string, pg.Pool>()
  const poolOf = (role: string, max = config.DATABASE_POOL, name = role): pg.Pool => {
    let pool = pools.get(name)
    if (!pool) {
      pool = new pg.Pool({ connectionString: roleUrl(config, role), max, types, pipeline: true } as pg.PoolConfig)
      pool.on('error', () => {}) // an idle connection that breaks is replaced at its next use
      pools.set(name, pool)
    }
    return pool
  }
  // On a connection of its own: where every other one is busy, nothing could be ended.
  const cancel = async (role: string, pid: number): Promise<void> => {
    const pool = poolOf(role, 1, `${role} cancel`)
    await pool.query({ name: 'cancel', text: 'select pg_cancel_backend($1)', values: [pid] }).catch(() => {})
  }
  return {
    withRealm: (realm, place, mode, work) => transact(poolOf(roles[realm]), place, mode, work, (pid) => cancel(roles[realm], pid)),
    async identify<Row>(statement: Statement<Row>, values: readonly unknown[]) {
      const result = await poolOf(roles.identity).query({ name: statement.name, text: statement.text, values: values as unknown[] })
      return result.rows as Row[]
    },
    async ping() {
      await poolOf('baton_app').query({ name: 'ping', text: 'select 1' })
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.end()))
    },
  }
}

const setting = (name: string, id: string | null): string => {
  if (id !== null && !isId(id)) throw new Error(`${name} is not an id`)
  return `SET LOCAL ${name} = '${id ?? ''}'`
}
const wall = (place: Place): string => `${setting('app.org_id', place.org)}; ${setting('app.user_id', place.user)}`

async function transact<T>(
  pool: pg.Pool,
  place: Place,
  mode: 'read' | 'write',
  work: (tx: Tx) => Promise<T>,
  cancel: (pid: number) => Promise<void>,
): Promise<T> {
  const { signal } = place
  const begin = `BEGIN${mode === 'read' ? ' READ ONLY' : ''}; ${wall(place)}`
  const client = await pool.connect()
  let cancelled: Promise<void> | undefined
  const stop = () => void (cancelled = cancel((client as unknown as { processID: number }).processID))
  signal?.addEventListener('abort', stop, { once: true })
  const unread: Promise<unknown>[] = []
  const leave = (sent: Promise<unknown>) => {
    sent.catch(() => {})
    unread.push(sent)
  }
  const tx: Tx = {
    async rows<Row>(statement: Statement<Row>, values: readonly unknown[]) {
      if (signal?.aborted) throw new Cancelled()
      const result = await client.query({ name: statement.name, text: statement.text, values: values as unknown[] })
      return result.rows as Row[]
    },
    async row(statement, values) {
      return (await tx.rows(statement, values))[0]
    },
    last: (statement, values) => leave(client.query({ name: statement.name, text: statement.text, values: values as unknown[] })),
    enter: (next) => leave(client.query(wall(next))),
    executeSql: (text, values) => client.query({ text, values: values ?? [], queryMode: 'extended' } as pg.QueryConfig),
  }
  const commit = async () => {
    signal?.removeEventListener('abort', stop)
    const [end] = await Promise.all([client.query('COMMIT'), ...unread])
    // PostgreSQL answers ROLLBACK, and no error, to the COMMIT of a failed transaction.
    if (end.command !== 'COMMIT') throw new Error('the transaction was rolled back')
    client.release()
  }
  const rollback = async () => {
    signal?.removeEventListener('abort', stop)
    // A late one would end whatever this connection does next.
    await cancelled
    await client.query('ROLLBACK').then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
  }
  try {
    leave(client.query(begin)) // pipelined: the first statement follows without waiting
    const result = await work(tx)
    if (signal?.aborted) throw new Cancelled()
    if (mode === 'write') await commit()
    else commit().catch(rollback) // a read has its answer already
    return result
  } catch (error) {
    await rollback()
    throw signal?.aborted ? new Cancelled() : error
  }
}

/** The caller has gone, and nothing of the transaction stays. */
class Cancelled extends Error {
  readonly code = '57014'
}
