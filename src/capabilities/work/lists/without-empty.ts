import { isKey } from './list-sort.ts'

/** Omitted fields cost neither tokens nor bandwidth. The sort keys go as well, so that each row is copied only once for both. */
export function withoutEmpty<T extends object>(card: T): T {
  const said: Partial<T> = {}
  for (const name in card) {
    const value = card[name]
    const isEmpty =
      value === null ||
      (Array.isArray(value) && value.length === 0) ||
      (name === 'proof' && value === 'none') ||
      (name === 'open_questions' && value === 0)
    if (!isEmpty && !isKey(name)) said[name] = value
  }
  return said as T
}

/** A row as a page reads it: an omitted field is as in most tasks. */
export function toRow<T extends object>(row: T): T {
  const { blocked, kind, ...said } = withoutEmpty(row) as T & { blocked?: boolean; kind?: string }
  return { ...said, ...(blocked && { blocked }), ...(kind !== 'task' && { kind }) } as T
}
