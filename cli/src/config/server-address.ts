import { usageError } from '../errors.ts'
import { currentServer } from './credentials.ts'

/** `--server`, else BATON_URL, else the server of the last login. */
export function serverAddress(env: NodeJS.ProcessEnv, named?: string): string {
  const given = named ?? (env['BATON_URL'] || currentServer(env))
  if (!given) {
    throw usageError('No server was given.', 'Run: baton login --server https://baton.example.com, or set BATON_URL.')
  }
  return normalize(given)
}

/** Only the base address: people paste that of a page or of /mcp. */
export function normalize(given: string): string {
  const local = /^(localhost|127\.|\[::1\])/.test(given)
  const text = /^[a-z]+:\/\//i.test(given) ? given : `${local ? 'http' : 'https'}://${given}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname) {
    throw usageError(`${given} is not the address of a server.`, 'Give it as https://baton.example.com')
  }
  const path = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/(mcp(\/.*)?|api|health)$/, '')
  return url.origin + path
}
