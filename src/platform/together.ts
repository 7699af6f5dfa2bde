import { Column, columnsIn, combiner, isCombinable, type Asked } from './combine.ts'
import { momentOf } from './moments.ts'
import type { Tx } from './postgres.ts'
import type { Statement, Values } from './sql.ts'

export type { Column } from './combine.ts'

interface Waiting extends Asked {
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

/** There are some hundreds of combinations, one for each way in which handlers ask; beyond this, statements are sent one by one. */
const combine = combiner(500)

interface Together {
  tx: Tx
  ask(statement: Statement<unknown>, values: Record<string, unknown>): { asked: Asked; rows: Promise<unknown[]> }
}

const composed = new WeakMap<Tx, Together>()

/**
 * A context whose transaction combines all statements that are issued in the same turn of the event loop, as with `Promise.all`, into one
 * statement with one plan. For pages made of many small reads, and for writes beside them; a statement that needs an earlier result goes with
 * the next batch. Combined statements run, and lock rows, in the order in which they were issued, but none sees what another of them writes.
 */
export function together<C extends { readonly tx: Tx }>(ctx: C): C {
  return { ...ctx, tx: togetherIn(ctx.tx) }
}

/** The same one for every caller in a transaction, so that the statements of all of them are combined. */
export const togetherIn = (tx: Tx): Tx => composedOf(tx).tx

/** A row that is still being read. Statements issued at the same moment use its columns as values; without a row these are null. */
export interface Expected<Row> {
  readonly row: Promise<Row | undefined>
  column(name: keyof Row & string): Column
}

export function expectRow<Row, Name extends string>(
  { tx }: { readonly tx: Tx },
  statement: Statement<Row, Name>,
  values: Values<NoInfer<Name>>,
): Expected<Row> {
  const { asked, rows } = composedOf(tx).ask(statement, values)
  return { row: rows.then(([first]) => first as Row | undefined), column: (name) => new Column(asked, name) }
}

function composedOf(tx: Tx): Together {
  let made = composed.get(tx)
  if (!made) {
    made = compose(tx)
    composed.set(tx, made)
    composed.set(made.tx, made)
  }
  return made
}

function compose(tx: Tx): Together {
  let waiting: Waiting[] = []
  const answers = new WeakMap<Asked, Promise<unknown[]>>()
  /** If statements are not combined, waits for the columns they take from another statement's row. */
  const known = async (value: unknown) => {
    const found = (columnsIn(value) ?? []).map(async ({ of, name }) => {
      const [row] = (await answers.get(of)) ?? []
      return (row as Record<string, unknown> | undefined)?.[name] ?? null
    })
    return found.length === 0 ? value : Array.isArray(value) ? Promise.all(found) : found[0]
  }
  const allKnown = async (values: Record<string, unknown>) =>
    Object.fromEntries(await Promise.all(Object.entries(values).map(async ([name, value]) => [name, await known(value)] as const)))
  const alone = ({ statement, values, resolve, reject }: Waiting) => {
    const rows = namesColumns(values) ? allKnown(values).then((all) => tx.rows(statement, all)) : tx.rows(statement, values)
    rows.then(resolve, reject)
  }
  const flush = () => {
    const wave = waiting
    waiting = []
    const combined = wave.length > 1 ? combine(wave) : undefined
    if (!combined) wave.forEach(alone)
    else
      tx.one(combined.statement, combined.values).then(
        (answer) => wave.forEach(({ resolve }, at) => resolve((answer[`r${at}`] ?? []).map(withTimes))),
        (error) => wave.forEach(({ reject }) => reject(error)),
      )
  }
  const ask: Together['ask'] = (statement, values) => {
    const asked = { statement, values } as Waiting
    const rows = new Promise<unknown[]>((resolve, reject) => Object.assign(asked, { resolve, reject }))
    answers.set(asked, rows)
    if (!isCombinable(statement)) alone(asked)
    // Microtasks run first: whatever follows from the last answer has been issued by then.
    else if (waiting.push(asked) === 1) queueMicrotask(() => process.nextTick(flush))
    return { asked, rows }
  }
  const rows = (statement: Statement<unknown>, values: Record<string, unknown>) => ask(statement, values).rows
  return {
    ask,
    tx: {
      ...tx,
      rows: rows as never,
      row: async (statement, values) => (await rows(statement, values))[0] as never,
      async one(statement, values) {
        const [only, ...others] = await rows(statement, values)
        if (only === undefined || others.length > 0) throw new Error(`not one row for: ${statement.text}`)
        return only as never
      },
    },
  }
}

const namesColumns = (values: Record<string, unknown>): boolean => Object.values(values).some(columnsIn)

// JSON has no times: PostgreSQL writes them as text with `+00:00`. Statements that are not combined return them with `Z`.
const timeColumn = /(^|_)(at|until|from|since|by)$/
const time = /^\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/

/** Also for a row that a statement returns inside JSON. */
export function withTimes<Row>(row: Row): Row {
  const record = row as Record<string, unknown>
  for (const name in record) {
    const value = record[name]
    if (typeof value === 'string' && timeColumn.test(name) && time.test(value)) record[name] = momentOf(value.slice(0, -6))
  }
  return row
}
