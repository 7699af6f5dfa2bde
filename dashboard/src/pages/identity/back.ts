/** Where to go after login: always a path of this origin, whatever someone wrote into the address. */
export function safeBack(back: unknown): string {
  if (typeof back !== 'string' || !back.startsWith('/')) return '/'
  try {
    const { origin, pathname, search, hash } = new URL(back, location.origin)
    return origin === location.origin && !pathname.startsWith('//') ? pathname + search + hash : '/'
  } catch {
    return '/'
  }
}
