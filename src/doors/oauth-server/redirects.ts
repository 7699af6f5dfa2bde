const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])
// Schemes a browser itself acts on are no application's own.
const browsers = new Set([
  'javascript:',
  'data:',
  'file:',
  'blob:',
  'vbscript:',
  'about:',
  'ftp:',
  'ws:',
  'wss:',
  'filesystem:',
  'view-source:',
])

/** Where a code may be sent: a https address, this machine, or an application's own scheme. */
export function redirectAllowed(uri: string): boolean {
  const url = URL.parse(uri)
  if (!url || url.hash || url.username || url.password) return false
  if (url.protocol === 'https:') return true
  if (url.protocol === 'http:') return loopback.has(url.hostname)
  return !browsers.has(url.protocol) && (/^[a-z][a-z0-9+.-]*:\/\/./i.test(uri) || url.protocol.includes('.'))
}

/** What the consent page names, and what a form may lead to. */
export function redirectPlace(uri: string): { host: string; source: string } {
  const url = new URL(uri)
  const web = url.protocol === 'https:' || url.protocol === 'http:'
  return web ? { host: url.host, source: url.origin } : { host: url.protocol.slice(0, -1), source: url.protocol }
}
