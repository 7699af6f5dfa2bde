import type pg from 'pg'
import { cancelStatement } from './cancel-statement.ts'
import { combiner, isCombinable, type Asked } from './combine.ts'
import { isId } from './ids.ts'
import type { TenantScope, Tx } from './postgres.ts'
import { sendPipelined, NotRun, type Step } from './pipeline.ts'
import { digest, inOrder, sql, type Statement, type Values } from './sql.ts'
import { blamesConnection } from './transient-error.ts'

/** How a transaction acquires and releases its connection. */
export interface Connection {
  connect(): Promise<pg.PoolClient>
  release(client: pg.PoolClient, error?: Error): void
  answered(): void
  /** How values are read. */
  types: pg.CustomTypesConfig
}

/** How long a canceled call waits for its statement to stop before it gives up its connection. */
const cancelMilliseconds = 1000

const setting = (name: string, id: string | null): string => {
  if (id !== null && !isId(id)) throw new Error(`${name} is not an id`)
  return `SET LOCAL ${name} = '${id ?? ''}'`
}
const wallOf = ({ org, user, project = null, agent = null }: TenantScope): string[] => [
  setting('app.org_id', org),
  setting('app.user_id', user),
  setting('app.only_project', project),
  setting('app.only_agent', project && agent),
]
const planning = {
  each: 'SET LOCAL plan_cache_mode = auto',
  once: 'SET LOCAL plan_cache_mode = force_generic_plan',
}
const end = sql('COMMIT')

/** A connection keeps the plans of its named statements until it closes: beyond this many, new texts are sent unnamed and their plans dropped. */
const maxNamed = 1000
const namesOn = new WeakMap<pg.PoolClient, Set<string>>()

function nameOn(client: pg.PoolClient, name: string): string {
  let names = namesOn.get(client)
  if (!names) namesOn.set(client, (names = new Set()))
  if (names.has(name) || name === '') return name
  return names.size < maxNamed && names.add(name) ? name : ''
}

/** The final statements of transactions come in few combinations; more than `maxLast` at once are sent separately. */
const combineLast = combiner(500)
const maxLast = 6

const jobs = new Map<string, Statement<unknown>>()

/** pg-boss inlines the queue's name into the text: with the name as a parameter, one statement serves all queues. */
function insertJob(text: string, queue: string): Statement<unknown> {
  const general = text.replaceAll(`'${queue}'`, '$2::text')
  let statement = jobs.get(general)
  if (!statement) jobs.set(general, (statement = { name: digest(general), text: general, parameters: ['job', 'queue'] }))
  return statement
}

export async function transact<T>(
  connection: Connection,
  place: TenantScope,
  mode: 'read' | 'write',
  work: (tx: Tx) => Promise<T>,
  strict: boolean,
): Promise<T> {
  const { signal } = place
  let within = wallOf(place).slice(0, place.project ? 4 : 2)
  const client = await connection.connect()
  const watch = strict ? watchWaiting() : undefined
  let cancelled: Promise<void> | undefined
  const stop = () => void (cancelled = cancelStatement(client))
  signal?.addEventListener('abort', stop, { once: true })
  const unread: Promise<unknown>[] = []
  const committed: (() => void)[] = []
  const closing: (() => void)[] = []
  let waiting: Step[] = []
  let begun = false
  let planned: 'each' | 'once' = 'each'
  let done: Promise<void> | undefined
  /** What opens the transaction, held back to be sent with its first statement. */
  let opening: string | undefined
  const send = () => {
    const steps = waiting
    waiting = []
    if (steps.length === 0) return
    if (signal?.aborted) return steps.forEach(({ reject }) => reject(new Cancelled()))
    done = sendPipelined(client, opening, steps, connection.types)
    opening = undefined
  }
  /** Sends what was issued at the same moment. For a read that is a whole transaction; if it asks for more, it gets another one. */
  const sendAll = () => {
    if (mode === 'read' && waiting.length > 0) {
      leave(put(end, {}))
      begun = false
    }
    send()
  }
  const push = (name: string, text: string, values: unknown[]): Promise<{ rows: unknown[]; command: string }> =>
    new Promise((resolve, reject) => {
      watch?.sent()
      // Once its microtasks have run, so has everything that follows from the last answer.
      if (waiting.length === 0) queueMicrotask(() => process.nextTick(sendAll))
      waiting.push({
        name,
        text,
        values,
        resolve(rows, command) {
          watch?.answered()
          connection.answered()
          resolve({ rows, command })
        },
        reject(error) {
          watch?.answered()
          reject(error as Error)
        },
      })
    })
  const leave = (sent: Promise<unknown>) => {
    sent.catch(() => {})
    unread.push(sent)
  }
  const put = <Name extends string>(statement: Statement<unknown, Name>, values: Values<NoInfer<Name>>) =>
    push(nameOn(client, statement.name), statement.text, inOrder(statement, values))
  /** Opens the transaction, or changes the plan mode, if a statement needs that. */
  const prepare = (plan: 'each' | 'once') => {
    if (!begun) {
      begun = true
      planned = plan
      const settings = plan === 'once' ? [...within, planning.once] : within
      opening = [mode === 'read' ? 'BEGIN READ ONLY' : 'BEGIN', ...settings].join('; ')
    } else if (plan !== planned) {
      planned = plan
      leave(push('', planning[plan], []))
    }
  }
  const ask = <Name extends string>(statement: Statement<unknown, Name>, values: Values<NoInfer<Name>>) => {
    prepare(statement.planned ?? 'each')
    return put(statement, values)
  }
  let last: Asked[] = []
  const sendLast = () => {
    const asked = last
    last = []
    const isOne = asked.length > 1 && asked.length <= maxLast && asked.every(({ statement }) => isCombinable(statement))
    const combined = isOne ? combineLast(asked) : undefined
    // Its plan is good for all values in either mode.
    if (combined) leave(ask({ ...combined.statement, planned: planned === 'once' ? planned : undefined }, combined.values))
    else for (const { statement, values } of asked) leave(ask(statement, values))
  }
  const tx: Tx = {
    async rows<Row, Name extends string>(statement: Statement<Row, Name>, values: Values<NoInfer<Name>>) {
      if (signal?.aborted) throw new Cancelled()
      return (await ask(statement, values)).rows as Row[]
    },
    async row(statement, values) {
      return (await tx.rows(statement, values))[0]
    },
    async one(statement, values) {
      const rows = await tx.rows(statement, values)
      if (rows.length !== 1) throw new Error(`${rows.length} rows instead of one for: ${statement.text}`)
      return rows[0]!
    },
    beforeCommit: (statement, values) => void last.push({ statement, values }),
    unread<Row, Name extends string>(statement: Statement<Row, Name>, values: Values<NoInfer<Name>>) {
      const rows = ask(statement, values).then((result) => result.rows as Row[])
      leave(rows)
      return rows
    },
    withCommit: <Row, Name extends string>(statement: Statement<Row, Name>, values: Values<NoInfer<Name>>) =>
      new Promise<Row[]>((resolve, reject) => {
        closing.push(() => {
          const asked = ask(statement, values)
          leave(asked)
          asked.then(({ rows }) => resolve(rows as Row[]), reject)
        })
      }),
    afterCommit: (tell) => void committed.push(tell),
    switchTenant(next) {
      sendLast()
      within = wallOf(next)
      if (begun) for (const one of within) leave(push('', one, []))
    },
    insertJob: (text, job, queue) => tx.beforeCommit(insertJob(text, queue), { job, queue }),
  }
  const commit = async () => {
    signal?.removeEventListener('abort', stop)
    sendLast()
    for (const question of closing) question()
    const ended = mode === 'write' && begun ? put(end, {}) : undefined
    sendAll()
    const [closed] = await Promise.all([ended, ...unread])
    // PostgreSQL answers ROLLBACK, and no error, to the COMMIT of a failed transaction.
    if (ended && closed?.command !== 'COMMIT') throw new Error('the transaction was rolled back')
    await done
    connection.release(client)
    for (const tell of committed) tell()
  }
  /** A transaction that failed midway is still open; one that never began needs no rollback. */
  const undo = async () => {
    for (const { reject } of waiting.splice(0)) reject(new Cancelled())
    await done
    if ((client as unknown as { getTransactionStatus(): string | null }).getTransactionStatus() !== 'I') await client.query('ROLLBACK')
  }
  const rollback = async (cause?: unknown) => {
    signal?.removeEventListener('abort', stop)
    // A late cancel request would hit whatever this connection runs next.
    await cancelled
    // A statement that doesn't stop costs its connection, but doesn't hold up its caller.
    const late = cancelled && giveUpAfter(cancelMilliseconds)
    const over = undo()
    await Promise.race([over, ...(late ? [late.promise] : [])]).then(
      () => connection.release(client, blamesConnection(cause) ? (cause as Error) : undefined),
      (error: Error) => connection.release(client, error),
    )
    late?.clear()
  }
  try {
    const result = await work(tx)
    watch?.finish()
    if (signal?.aborted) throw new Cancelled()
    if (mode === 'write') await commit()
    else commit().catch((error: unknown) => rollback(error)) // a read has its answer already
    return result
  } catch (error) {
    watch?.end()
    // The error of a statement sent after the failed one may arrive first.
    const cause = error instanceof NotRun ? error.cause : error
    await rollback(cause)
    if (signal?.aborted) throw new Cancelled()
    // Whoever reads cannot write anywhere: that is a bug of ours, and no server that accepts no writes.
    if (mode === 'read' && (cause as { code?: string }).code === '25006') throw new Error('a read wrote', { cause })
    throw withBackend(cause, client)
  }
}

/** Adds the backend process id that PostgreSQL's own log prints with its lines: with it and the time, an error of ours is found there. */
function withBackend(error: unknown, client: pg.PoolClient): unknown {
  const { processID } = client as unknown as { processID: number }
  return error instanceof Error && 'severity' in error ? Object.assign(error, { backend: processID }) : error
}

function giveUpAfter(milliseconds: number): { promise: Promise<never>; clear(): void } {
  let timer: NodeJS.Timeout | undefined
  const promise = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Cancelled()), milliseconds)
  })
  return { promise, clear: () => clearTimeout(timer) }
}

/** The caller has left or waited long enough; the whole transaction is rolled back. */
class Cancelled extends Error {
  readonly code = '57014'
}

/** A transaction that waits for something external holds a connection, its locks and a snapshot for as long as that takes. */
export class WaitsInTransaction extends Error {
  constructor() {
    super('a transaction waited for something other than the database: move that into `prepare` or `after`')
  }
}

/**
 * Detects a handler that waits while no statement is in flight. Everything that follows from an answer runs before the event loop's next turn; a
 * handler that has neither sent another statement nor ended two turns later is waiting for something else.
 */
function watchWaiting() {
  let open = 0
  let asked = 0
  let over = false
  let waited = false
  const look = () => {
    const before = asked
    setImmediate(() =>
      setImmediate(() => {
        if (!over && open === 0 && asked === before) waited = true
      }),
    )
  }
  look()
  return {
    sent() {
      open++
      asked++
    },
    answered() {
      open--
      if (open === 0) look()
    },
    end: () => void (over = true),
    finish() {
      over = true
      if (waited) throw new WaitsInTransaction()
    },
  }
}
