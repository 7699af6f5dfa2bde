const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])
// Editors that are used as MCP clients and chose a scheme without a dot before RFC 8252 asked for one.
const editors = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:'])

/** Where a code may be sent: an https URL, this machine, or an application's private-use scheme, which has a dot (RFC 8252, 7.1). */
export function redirectAllowed(uri: string): boolean {
  const url = URL.parse(uri)
  if (!url || url.hash || url.username || url.password) return false
  // URL.parse repairs its input: `https:evil.example` would become a URL that nobody wrote.
  const written = uri.slice(0, url.protocol.length).toLowerCase() === url.protocol
  if (url.protocol === 'https:' || url.protocol === 'http:') {
    const whole = written && uri.slice(url.protocol.length).startsWith('//') && !/[\s\\]/.test(uri)
    return whole && (url.protocol === 'https:' || loopback.has(url.hostname))
  }
  return written && !/[\s\\]/.test(uri) && (url.protocol.includes('.') || editors.has(url.protocol))
}

/** The host that the consent page shows, and the CSP source to which its form may redirect. */
export function redirectPlace(uri: string): { host: string; source: string } {
  const url = new URL(uri)
  const web = url.protocol === 'https:' || url.protocol === 'http:'
  return web ? { host: url.host, source: url.origin } : { host: url.protocol.slice(0, -1), source: url.protocol }
}
