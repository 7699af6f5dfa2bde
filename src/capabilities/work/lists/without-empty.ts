/** What is not said costs a model nothing, and a connection neither. */
export function withoutEmpty<T extends object>(card: T): T {
  const said: Partial<T> = {}
  for (const name in card) {
    const value = card[name]
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0) || (name === 'proof' && value === 'none')
    if (!isEmpty) said[name] = value
  }
  return said as T
}

/** A row as a page reads it: what it does not say is as in most tasks. */
export function toRow<T extends object>(row: T): T {
  const { blocked, kind, ...said } = withoutEmpty(row) as T & { blocked?: boolean; kind?: string }
  return { ...said, ...(blocked && { blocked }), ...(kind !== 'task' && { kind }) } as T
}
