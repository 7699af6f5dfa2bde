import { isKey } from './list-sort.ts'

/** What is not said costs a model nothing, and a connection neither. The keys of the order go as well: one copy of each row for both. */
export function withoutEmpty<T extends object>(card: T): T {
  const said: Partial<T> = {}
  for (const name in card) {
    const value = card[name]
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0) || (name === 'proof' && value === 'none')
    if (!isEmpty && !isKey(name)) said[name] = value
  }
  return said as T
}

/** A row as a page reads it: what it does not say is as in most tasks. */
export function toRow<T extends object>(row: T): T {
  const { blocked, kind, ...said } = withoutEmpty(row) as T & { blocked?: boolean; kind?: string }
  return { ...said, ...(blocked && { blocked }), ...(kind !== 'task' && { kind }) } as T
}
