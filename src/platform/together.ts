import { combiner, isCombinable, valuesOf, type Asked, type Combined } from './combine.ts'
import type { Tx } from './postgres.ts'
import type { Statement } from './sql.ts'

interface Waiting extends Asked {
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

/** There are some hundreds, as many as handlers have ways to ask; with more than this, statements are sent one by one. */
const combine = combiner(500)

const composed = new WeakMap<Tx, Tx>()

/**
 * A context whose transaction combines all statements that are issued in the same turn of the event loop, as with `Promise.all`, into one
 * statement with one plan. For pages made of many small reads, and for writes beside them; a statement that needs an earlier result goes with
 * the next batch. Combined statements run, and lock rows, in the order in which they were issued, but none sees what another of them writes.
 */
export function together<C extends { readonly tx: Tx }>(ctx: C): C {
  return { ...ctx, tx: togetherIn(ctx.tx) }
}

/** One for each transaction, whoever asks for it, so that their statements are combined too. */
export function togetherIn(tx: Tx): Tx {
  let made = composed.get(tx)
  if (!made) {
    made = compose(tx)
    composed.set(tx, made)
    composed.set(made, made)
  }
  return made
}

function compose(tx: Tx): Tx {
  let waiting: Waiting[] = []
  const alone = ({ statement, values, resolve, reject }: Waiting) => void tx.rows(statement, values).then(resolve, reject)
  const ask = async (combined: Combined, wave: readonly Waiting[]) => tx.one(combined, valuesOf(wave))
  const flush = () => {
    const wave = waiting
    waiting = []
    const combined = wave.length > 1 ? combine(wave.map(({ statement }) => statement)) : undefined
    if (!combined) wave.forEach(alone)
    else
      ask(combined, wave).then(
        (answer) => wave.forEach(({ resolve }, at) => resolve((answer[`r${at}`] ?? []).map(withTimes))),
        (error) => wave.forEach(({ reject }) => reject(error)),
      )
  }
  const rows = (statement: Statement<unknown>, values: Record<string, unknown>): Promise<unknown[]> =>
    new Promise((resolve, reject) => {
      const asked = { statement, values, resolve, reject }
      if (!isCombinable(statement)) alone(asked)
      // Microtasks run first: whatever follows from the last answer has been issued by then.
      else if (waiting.push(asked) === 1) queueMicrotask(() => process.nextTick(flush))
    })
  return {
    ...tx,
    rows: rows as never,
    row: async (statement, values) => (await rows(statement, values))[0] as never,
    async one(statement, values) {
      const [only, ...others] = await rows(statement, values)
      if (only === undefined || others.length > 0) throw new Error(`not one row for: ${statement.text}`)
      return only as never
    },
  }
}

// JSON has no times: PostgreSQL writes them as text with `+00:00`. Statements that are not combined return them with `Z`.
const timeColumn = /(^|_)(at|until|from|since|by)$/
const time = /^\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/

function withTimes(row: unknown): unknown {
  const record = row as Record<string, unknown>
  for (const name in record) {
    const value = record[name]
    if (typeof value === 'string' && timeColumn.test(name) && time.test(value)) record[name] = `${value.slice(0, -6)}Z`
  }
  return record
}
