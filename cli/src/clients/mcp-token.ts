import { readIfThere, writeWhole } from '../config/files.ts'
import { tokenFile } from '../config/paths.ts'
import { fetchInTime } from '../network.ts'

export const variable = 'BATON_TOKEN'

/** The token that was given to `connect`, stored for the shell to read. */
export function storedToken(env: NodeJS.ProcessEnv): string | undefined {
  return new RegExp(`^export ${variable}='([\\w-]+)'$`, 'm').exec(readIfThere(tokenFile(env)) ?? '')?.[1]
}

export function storeToken(env: NodeJS.ProcessEnv, token: string): void {
  writeWhole(tokenFile(env), `export ${variable}='${token}'\n`, 0o600)
}

export const looksLikeMcpToken = (token: string): boolean => /^svc_(live|test)_[\w-]{20,100}$/.test(token)

export type TokenState = 'valid' | 'refused' | 'unknown'

/** Sends a request as an agent would, with nothing but the token. */
export async function checkToken(server: string, token: string): Promise<TokenState> {
  const answer = await fetchInTime(`${server}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  await answer.body?.cancel()
  if (answer.ok) return 'valid'
  return answer.status === 401 || answer.status === 403 ? 'refused' : 'unknown'
}
