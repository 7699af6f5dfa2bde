import { createHash, randomBytes } from 'node:crypto'

/** A handwritten OAuth client, one request at a time, so that a test can get each of them wrong. */
export interface App {
  client_id: string
  redirect_uri: string
  verifier: string
}

export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

export async function registerApp(url: string, redirect_uri = 'http://127.0.0.1:4711/callback'): Promise<App> {
  const answer = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Test app', redirect_uris: [redirect_uri] }),
  })
  if (answer.status !== 201) throw new Error(`register: ${answer.status} ${await answer.text()}`)
  const { client_id } = (await answer.json()) as { client_id: string }
  return { client_id, redirect_uri, verifier: randomBytes(32).toString('base64url') }
}

export function authorizeAddress(url: string, app: App, changes: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: app.client_id,
    redirect_uri: app.redirect_uri,
    code_challenge: challengeOf(app.verifier),
    code_challenge_method: 'S256',
    resource: `${url}/mcp`,
    state: 'state',
    ...changes,
  })
  for (const [name, value] of [...query]) if (value === '') query.delete(name)
  return `${url}/oauth/authorize?${query}`
}

export async function tokenRequest(url: string, form: Record<string, string>): Promise<{ status: number; body: any }> {
  const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
  return { status: answer.status, body: await answer.json() }
}

export const redeem = (url: string, app: App, code: string, changes: Record<string, string> = {}) =>
  tokenRequest(url, {
    grant_type: 'authorization_code',
    code,
    client_id: app.client_id,
    redirect_uri: app.redirect_uri,
    code_verifier: app.verifier,
    ...changes,
  })

export const refresh = (url: string, app: App, refresh_token: string, changes: Record<string, string> = {}) =>
  tokenRequest(url, { grant_type: 'refresh_token', refresh_token, client_id: app.client_id, ...changes })
