import * as http from 'node:http'
import { CliError } from './errors.ts'
import { version } from './version.ts'

const longest = 60_000

/** Node reads NODE_EXTRA_CA_CERTS by itself, but uses a proxy only when told to. */
export function useProxyOfEnvironment(env: NodeJS.ProcessEnv): void {
  if (!proxyOf(env)) return
  const set = (http as { setGlobalProxyFromEnv?: (env?: NodeJS.ProcessEnv) => void }).setGlobalProxyFromEnv
  if (set) {
    try {
      set(env)
      return
    } catch {
      throw new CliError('HTTPS_PROXY or HTTP_PROXY is not the address of a proxy.', {
        code: 'proxy',
        next: 'Give it as http://proxy.example.com:3128, or unset it.',
      })
    }
  }
  if (env['NODE_USE_ENV_PROXY'] === '1') return
  throw new CliError(`Node ${process.versions.node} uses no proxy by itself.`, {
    code: 'old_node',
    next: 'Update Node, or set NODE_USE_ENV_PROXY=1 (Node 24.0 and later).',
  })
}

export const proxyOf = (env: NodeJS.ProcessEnv): string | undefined =>
  env['https_proxy'] || env['HTTPS_PROXY'] || env['http_proxy'] || env['HTTP_PROXY'] || undefined

/** Every request has a deadline and names its client, which is shown to whoever confirms a login. */
export const fetchInTime: typeof globalThis.fetch = (url, init = {}) => {
  const deadline = AbortSignal.timeout(longest)
  const headers = { 'user-agent': `baton/${version}`, ...(init.headers as Record<string, string> | undefined) }
  return fetch(url, { ...init, headers, signal: init.signal ? AbortSignal.any([init.signal, deadline]) : deadline })
}
