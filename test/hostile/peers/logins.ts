import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect } from 'vitest'
import { createCiJobTokens, IssuerUnavailable } from '../../../src/platform/ci-job-tokens.ts'
import { createOauthProviders, OauthFailure } from '../../../src/platform/oauth-providers.ts'
import type { Peer, World } from './peer.ts'

export const loginProvider: Peer = {
  name: 'a provider of logins',
  fails: (error) => error instanceof OauthFailure,
  async calls({ url, config }: World) {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
    const key = { ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: 'one' }
    const flow = { state: 'state', verifier: 'v'.repeat(43), nonce: 'nonce' }
    const token = await new SignJWT({ nonce: 'nonce', email: 'ada@example.com', email_verified: true, name: 'Ada' })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuedAt()
      .setExpirationTime('1d')
      .setIssuer(url)
      .setAudience('google-id')
      .setSubject('7')
      .sign(privateKey)
    const discovery = {
      ...{ issuer: url, authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` },
      ...{ jwks_uri: `${url}/jwks`, response_types_supported: ['code'], subject_types_supported: ['public'] },
      id_token_signing_alg_values_supported: ['RS256'],
    }
    const query = new URLSearchParams({ code: 'code', state: 'state' })
    const tokens = { access_token: 'x', token_type: 'bearer', expires_in: 60 }
    const of = (paths: Record<string, unknown>) => (path: string) => Object.entries(paths).find(([end]) => path.endsWith(end))?.[1] ?? {}
    return [
      {
        does: 'says who somebody is, by OpenID',
        // New ones each time: what was discovered is remembered.
        ask: () => createOauthProviders(config).identify('google', query, flow),
        says: of({ configuration: discovery, '/token': { ...tokens, id_token: token }, '/jwks': { keys: [key] } }),
        gives: { subject: '7', email: 'ada@example.com', emailVerified: true, name: 'Ada' },
      },
      {
        does: 'says who somebody is, as GitHub does',
        ask: () => createOauthProviders(config).identify('github', query, flow),
        says: of({
          access_token: tokens,
          '/user': { id: 7, login: 'ada', name: null },
          '/emails': [{ email: 'ada@example.com', primary: true, verified: true }],
        }),
        gives: { subject: '7', email: 'ada@example.com', emailVerified: true, name: 'ada' },
      },
    ]
  },
}

export const ciIssuer: Peer = {
  name: 'an issuer of tokens of CI jobs',
  fails: (error) => error instanceof IssuerUnavailable,
  async calls({ url, config }: World) {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
    const key = { ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: 'one' }
    const workflow = 'o/r/.github/workflows/ci.yml@refs/heads/main'
    const run = { repository: 'o/r', repository_id: '1', sha: 'a'.repeat(40), ref: 'refs/heads/main', event_name: 'push', run_id: '1' }
    const token = await new SignJWT({ ...run, jti: '1', job_workflow_ref: workflow })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuedAt()
      .setExpirationTime('1d')
      .setIssuer(`${url}/_services/token`)
      .setAudience(config.APP_URL)
      .sign(privateKey)
    return [
      {
        does: 'gives its keys',
        // New ones each time: keys are remembered.
        ask: () => createCiJobTokens(config).verify(token, new Date()),
        says: () => ({ keys: [key] }),
        gives: expect.objectContaining({ jti: '1', repository: 1 }),
      },
    ]
  },
}
