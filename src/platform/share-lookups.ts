type Look<T> = () => Promise<T>

/**
 * Runs one lookup per key at a time. Callers that arrive during a lookup share the next one: each sees the database as of a moment after it
 * asked, so nothing is cached and a revocation counts at once.
 */
export function shareLookups<T>(): (key: string, look: Look<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  const next = new Map<string, Promise<T>>()
  const start = (key: string, look: Look<T>): Promise<T> => {
    next.delete(key)
    const lookup = look()
    running.set(key, lookup)
    const end = () => void (running.get(key) === lookup && running.delete(key))
    lookup.then(end, end)
    return lookup
  }
  return (key, look) => {
    const current = running.get(key)
    if (!current) return start(key, look)
    let following = next.get(key)
    if (!following) {
      const begin = () => start(key, look)
      next.set(key, (following = current.then(begin, begin)))
    }
    return following
  }
}
