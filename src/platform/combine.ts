import { digest, inOrder, type Statement } from './sql.ts'

export interface Asked {
  statement: Statement<unknown>
  values: Record<string, unknown>
}

/** Placeholder for a statement's value: a column of the row that another statement, combined with it, finds. */
export class Column {
  readonly of: Asked
  readonly name: string
  constructor(of: Asked, name: string) {
    this.of = of
    this.name = name
  }
}

type Combined = Statement<Record<string, unknown[]>>
type Combination = { statement: Combined; values: Record<string, unknown> }

const writes = /^\s*(insert|update|delete)\b/i
const writesWithin = /\b(insert\s+into|delete\s+from|update\s+[\w.]+(\s+(as\s+)?\w+)?\s+set)\b/i

/** Unnamed statements are planned for their values each time; a `with` that writes is only allowed at the top level of a statement. */
export function isCombinable({ name, text }: Statement<unknown>): boolean {
  let known = combinable.get(name)
  if (known === undefined) combinable.set(name, (known = name !== '' && (writes.test(text) || !writesWithin.test(text))))
  return known
}
/** Keyed by statement name, which is a digest of the text. */
const combinable = new Map<string, boolean>()

/**
 * Combines several statements into one. Makes at most `most` distinct combinations, since each is prepared on every connection. Returns undefined
 * beyond that, and if a column belongs to a statement that is not among them.
 */
export function combiner(most: number): (asked: readonly Asked[]) => Combination | undefined {
  const known = new Map<string, Combined>()
  return (asked) => {
    const ordered = asked.map(({ statement, values }) => inOrder(statement, values))
    let key = ''
    const sent: unknown[] = []
    for (const [at, { statement }] of asked.entries()) {
      key += `${statement.name} `
      for (const value of ordered[at]!) {
        const columns = columnsIn(value)
        if (columns?.some(({ of }) => !asked.includes(of))) return undefined
        key += columns ? `${expressionOf(value, asked)} ` : '. '
        if (!columns) sent.push(value)
      }
    }
    let statement = known.get(key)
    if (!statement && known.size < most) known.set(key, (statement = combine(asked, ordered)))
    // A combination's parameters are named by position, so an array serves as its values.
    return statement && { statement, values: sent as unknown as Record<string, unknown> }
  }
}

/**
 * `select (rows of the first as JSON) as r0, (rows of the second as JSON) as r1`, each with its own parameters, evaluated in this order. Writes,
 * and statements whose columns others use, become `with` clauses; all of those see the rows as they were before any of them ran.
 */
function combine(asked: readonly Asked[], ordered: readonly unknown[][]): Combined {
  const parameters: string[] = []
  const above: string[] = []
  const named = new Set(ordered.flat().flatMap((value) => columnsIn(value)?.map(({ of }) => of) ?? []))
  const parts = asked.map((one, at) => {
    const places = ordered[at]!.map((value) =>
      columnsIn(value) ? expressionOf(value, asked) : `$${parameters.push(String(parameters.length))}`,
    )
    const text = one.statement.text.replace(/\$(\d+)/g, (_, number: string) => places[Number(number) - 1]!)
    const isWritten = writes.test(text)
    if (!isWritten && !named.has(one)) return `(select coalesce(json_agg(x), '[]') from (${text}) x) as r${at}`
    const returning = isWritten && !/\breturning\b/i.test(text) ? ' returning true as done' : ''
    above.push(`w${at} as ${isWritten ? '' : 'materialized '}(${text}${returning})`)
    return `(select coalesce(json_agg(x), '[]') from w${at} x) as r${at}`
  })
  const text = `${above.length > 0 ? `with ${above.join(',\n')}\n` : ''}select ${parts.join(',\n')}`
  return { name: digest(text), text, parameters, planned: 'once' }
}

/** The columns that this value stands for: one, or an array of them. */
export function columnsIn(value: unknown): Column[] | undefined {
  if (value instanceof Column) return [value]
  return Array.isArray(value) && value[0] instanceof Column ? (value as Column[]) : undefined
}

function expressionOf(value: unknown, asked: readonly Asked[]): string {
  const read = ({ of, name }: Column) => `(select ${name} from w${asked.indexOf(of)} limit 1)`
  // Columns of different types go into one array as text, which the statement casts.
  if (Array.isArray(value)) return `array[${value.map((column: Column) => `${read(column)}::text`).join(', ')}]`
  return read(value as Column)
}
