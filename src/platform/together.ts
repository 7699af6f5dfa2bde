import type { Tx } from './postgres.ts'
import { digest, type Statement } from './sql.ts'

interface Asked {
  statement: Statement<unknown>
  values: Record<string, unknown>
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

/** Every combination has a plan on every connection; beyond these, each statement goes by itself. */
const maxCombinations = 100
const combinations = new Map<string, Statement<Record<string, unknown[]>>>()

const composed = new WeakSet<Tx>()

/**
 * The same transaction, in which reads that are asked for at the same moment travel as one statement and are planned once. For pages made of
 * many small reads: what depends on an answer goes with the next.
 */
export function together<C extends { readonly tx: Tx }>(ctx: C): C {
  if (composed.has(ctx.tx)) return ctx
  const tx = compose(ctx.tx)
  composed.add(tx)
  return { ...ctx, tx }
}

function compose(tx: Tx): Tx {
  let waiting: Asked[] = []
  const flush = () => {
    const wave = waiting.toSorted((a, b) => (a.statement.name < b.statement.name ? -1 : 1))
    waiting = []
    const combined = wave.length > 1 ? combine(wave.map(({ statement }) => statement)) : undefined
    if (!combined) for (const { statement, values, resolve, reject } of wave) tx.rows(statement, values).then(resolve, reject)
    else
      tx.one(combined, Object.assign({}, ...wave.map(({ values }, at) => placed(values, at)))).then(
        (answer) => wave.forEach(({ resolve }, at) => resolve((answer[`r${at}`] ?? []).map(withTimes))),
        (error) => wave.forEach(({ reject }) => reject(error)),
      )
  }
  const rows = (statement: Statement<unknown>, values: Record<string, unknown>): Promise<unknown[]> =>
    new Promise((resolve, reject) => {
      const first = waiting.push({ statement, values, resolve, reject }) === 1
      // All that follows from the last answer has run once its microtasks have.
      if (first) queueMicrotask(() => process.nextTick(flush))
    })
  return {
    ...tx,
    rows: (statement, values) => (statement.name === '' ? tx.rows(statement, values) : rows(statement, values)) as never,
    row: async (statement, values) => (await rows(statement, values))[0] as never,
    async one(statement, values) {
      const [only, ...others] = await rows(statement, values)
      if (only === undefined || others.length > 0) throw new Error(`not one row for: ${statement.text}`)
      return only as never
    },
  }
}

const placed = (values: Record<string, unknown>, at: number) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${name} ${at}`, value]))

/** `select (rows of the first) as r0, (rows of the second) as r1`, each with parameters of its own. */
function combine(statements: Statement<unknown>[]): Statement<Record<string, unknown[]>> | undefined {
  const key = statements.map(({ name }) => name).join(' ')
  const known = combinations.get(key)
  if (known || combinations.size >= maxCombinations) return known
  const parameters: string[] = []
  const parts = statements.map((statement, at) => {
    const before = parameters.length
    parameters.push(...statement.parameters.map((name) => `${name} ${at}`))
    const text = statement.text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + before}`)
    return `(select coalesce(json_agg(x), '[]') from (${text}) x) as r${at}`
  })
  const text = `select ${parts.join(',\n')}`
  const combined = { name: digest(text), text, parameters, planned: 'once' } as const
  combinations.set(key, combined)
  return combined
}

const timeColumn = /(^|_)(at|until|from|since|by)$/
const time = /^\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/

/** Times as every other statement gives them. */
function withTimes(row: unknown): unknown {
  const record = row as Record<string, unknown>
  for (const name in record) {
    const value = record[name]
    if (typeof value === 'string' && timeColumn.test(name) && time.test(value)) record[name] = `${value.slice(0, -6)}Z`
  }
  return record
}
