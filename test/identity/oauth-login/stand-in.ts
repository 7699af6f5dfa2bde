import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import { appUrl } from './providers.ts'

/** The user at the stand-in, and the claims it makes about them. */
export interface StandInUser {
  sub: string
  claims: Record<string, unknown>
}

/**
 * What the emulators leave out: for Microsoft the claim xms_edov, for GitHub a PKCE check and unverified addresses. A certified
 * OpenID server on GitHub's paths, plus GitHub's two endpoints about a user.
 */
export interface StandIn {
  url: string
  user: StandInUser
  emails: { email: string; primary: boolean; verified: boolean }[]
  close(): Promise<void>
}

export async function startStandIn(provider: 'github' | 'microsoft'): Promise<StandIn> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {}
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const standIn: StandIn = {
    url,
    user: { sub: '1', claims: {} },
    emails: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const oidc = new Provider(url, {
    clients: [
      {
        client_id: `${provider}-id`,
        client_secret: `${provider}-secret`,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${appUrl}/api/auth/oauth/${provider}/callback`],
      },
    ],
    routes: { authorization: '/login/oauth/authorize', token: '/login/oauth/access_token' },
    scopes: ['openid', 'email', 'profile', 'read:user', 'user:email'],
    claims: { openid: ['sub', 'tid', 'xms_edov', 'email', 'name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['test'] },
    jwks: { keys: [await signingKey()] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: () => ({ accountId: standIn.user.sub, claims: () => ({ sub: standIn.user.sub, ...standIn.user.claims }) }),
  })
  const callback = oidc.callback()
  handle = (request, response) => {
    const path = request.url ?? ''
    const json = (value: unknown) => void response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
    if (path === '/user') return json({ id: Number(standIn.user.sub), login: 'somebody', name: null })
    if (path === '/user/emails') return json(standIn.emails)
    if (path.startsWith('/interaction/')) return void consent(oidc, request, response, standIn.user.sub)
    return void callback(request, response)
  }
  return standIn
}

async function signingKey(): Promise<Record<string, unknown>> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'stand-in' }
}

/** Logs the user in and consents to everything. */
async function consent(oidc: Provider, request: IncomingMessage, response: ServerResponse, accountId: string): Promise<void> {
  const { params } = await oidc.interactionDetails(request, response)
  const grant = new oidc.Grant({ accountId, clientId: String(params['client_id']) })
  grant.addOIDCScope(String(params['scope']))
  await oidc.interactionFinished(request, response, { login: { accountId }, consent: { grantId: await grant.save() } })
}

/** Follows the stand-in's own redirects, with its cookies, until it sends the browser back to Baton. */
export async function passThrough(page: string): Promise<string> {
  const cookies = new Map<string, string>()
  let address = page
  while (!address.startsWith(appUrl)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`the stand-in answered ${response.status}: ${(await response.text()).slice(0, 500)}`)
    address = new URL(location, address).href
  }
  return address
}
