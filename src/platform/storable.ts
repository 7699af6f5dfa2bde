/** The same JSON with texts that PostgreSQL takes: without U+0000, and with U+FFFD in place of half a surrogate pair. */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [storable(name), storable(one)]))
}
