import { digest, inOrder, type Statement } from './sql.ts'

export interface Asked {
  statement: Statement<unknown>
  values: Record<string, unknown>
}

export type Combined = Statement<Record<string, unknown[]>>

const writes = /^\s*(insert|update|delete)\b/i
const writesWithin = /\b(insert\s+into|delete\s+from|update\s+[\w.]+(\s+(as\s+)?\w+)?\s+set)\b/i

/** Statements without a name are planned for their values each time; a `with` that writes is only allowed at the top level of a statement. */
export function isCombinable({ name, text }: Statement<unknown>): boolean {
  let known = combinable.get(name)
  if (known === undefined) combinable.set(name, (known = name !== '' && (writes.test(text) || !writesWithin.test(text))))
  return known
}
/** By the name of a statement, which is a digest of its text. */
const combinable = new Map<string, boolean>()

/** Makes one statement of several. At most `most` combinations are made, since each is prepared on every connection; then it returns undefined. */
export function combiner(most: number): (statements: readonly Statement<unknown>[]) => Combined | undefined {
  const known = new Map<string, Combined>()
  return (statements) => {
    const key = statements.map(({ name }) => name).join(' ')
    const found = known.get(key)
    if (found || known.size >= most) return found
    const made = combine(statements)
    known.set(key, made)
    return made
  }
}

/**
 * `select (rows of the first as JSON) as r0, (rows of the second as JSON) as r1`, each with its own parameters, evaluated in this order.
 * Statements that write become `with` clauses, so all of them see the rows as they were before any of them.
 */
function combine(statements: readonly Statement<unknown>[]): Combined {
  const parameters: string[] = []
  const written: string[] = []
  const parts = statements.map((statement, at) => {
    const before = parameters.length
    parameters.push(...statement.parameters.map((_, place) => String(before + place)))
    const text = statement.text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + before}`)
    if (!writes.test(text)) return `(select coalesce(json_agg(x), '[]') from (${text}) x) as r${at}`
    written.push(`w${at} as (${text}${/\breturning\b/i.test(text) ? '' : ' returning true as done'})`)
    return `(select coalesce(json_agg(x), '[]') from w${at} x) as r${at}`
  })
  const text = `${written.length > 0 ? `with ${written.join(',\n')}\n` : ''}select ${parts.join(',\n')}`
  return { name: digest(text), text, parameters, planned: 'once' }
}

/** Each statement's values in its own order: a combination numbers them through. */
export const valuesOf = (asked: readonly Asked[]): Record<string, unknown> =>
  asked.flatMap(({ statement, values }) => inOrder(statement, values)) as unknown as Record<string, unknown>
