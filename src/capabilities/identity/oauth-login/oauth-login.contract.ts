import { z } from 'zod'
import { Id, Timestamp, contract } from '../../../kernel/contract.ts'
import { LoginAnswer } from '../login/login.contract.ts'
import { components } from '../../components.contract.ts'

const Provider = z.enum(['github', 'google', 'microsoft'])
const Secret = z.string().min(20).max(200)
/** base64url of a SHA-256, as in PKCE. */
const Challenge = z
  .string()
  .max(43)
  .regex(/^[\w-]{43}$/, 'must be the base64url SHA-256 of a verifier')

const ConnectedAccount = z.object({
  provider: Provider,
  email: z.string().nullable(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
})

components({ ConnectedAccount })

export const listProviders = contract({
  summary: 'List the providers you can log in with here',
  realm: 'identity',
  permission: 'anyone',
  effect: 'read',
  stale_after: [],
  input: z.strictObject({}),
  output: z.object({ providers: z.array(z.object({ provider: Provider, name: z.string(), url: z.string() })) }),
  http: [{ method: 'GET', path: '/api/auth/providers' }],
})

/** The steps of the redirect and its callback, which only the door can call. */
const step = { realm: 'identity', permission: 'system', secret_output: true } as const

export const beginOauth = contract({
  ...step,
  summary: 'Note that a browser sets out to a provider',
  effect: 'create',
  input: z.strictObject({ provider: Provider, challenge: Challenge }),
  output: z.object({ state: z.string(), verifier: z.string(), nonce: z.string(), browser: z.string() }),
  rehearsal: { input: { provider: '$oauth_provider', challenge: '$oauth_challenge' } },
})

export const beginConnecting = contract({
  ...step,
  summary: 'Bind a connection that somebody has asked for to the browser that sets out for it',
  effect: 'change',
  input: z.strictObject({ provider: Provider, state: Secret }),
  output: beginOauth.output,
})

export const takeOauthState = contract({
  ...step,
  summary: 'Consume the state of a browser that returns from a provider',
  effect: 'change',
  input: z.strictObject({ provider: Provider, state: Secret, browser: Secret }),
  output: z.object({ verifier: z.string(), nonce: z.string(), user_id: Id.nullable(), challenge: z.string().nullable() }),
})

export const acceptIdentity = contract({
  ...step,
  summary: 'Find or create the account of a verified identity, and give the browser a one-time code',
  effect: 'create',
  input: z.strictObject({
    provider: Provider,
    subject: z.string().min(1).max(255),
    email: z.string().max(254).nullable(),
    email_verified: z.boolean(),
    name: z.string().max(200).nullable(),
    user_id: Id.nullable(),
    challenge: z.string().nullable(),
  }),
  output: z.object({ purpose: z.enum(['login', 'link']), code: z.string() }),
})

export const exchangeOauthCode = contract({
  summary: 'Exchange the code that a provider’s login left in the page’s fragment for a session',
  realm: 'identity',
  permission: 'anyone',
  effect: 'change',
  secret_output: true,
  input: z.strictObject({ code: Secret, verifier: z.string().min(43).max(128) }),
  output: LoginAnswer,
  http: [{ method: 'POST', path: '/api/auth/oauth/exchange' }],
  rehearsal: { input: { code: '$oauth_login_code', verifier: '$oauth_verifier' } },
})

export const connectAccount = contract({
  summary: 'Start connecting a provider’s account; visit the returned URL within 10 minutes',
  realm: 'identity',
  permission: 'self',
  effect: 'create',
  needs_person: true,
  secret_output: true,
  input: z.strictObject({ provider: Provider }),
  output: z.object({ url: z.string(), expires_at: Timestamp }),
  http: [{ method: 'POST', path: '/api/settings/connected-accounts/:provider' }],
  rehearsal: { input: { provider: '$oauth_provider' } },
})

export const confirmConnection = contract({
  summary: 'Finish connecting an account with the code from the page’s fragment',
  realm: 'identity',
  permission: 'self',
  effect: 'create',
  needs_person: true,
  input: z.strictObject({ code: Secret }),
  output: ConnectedAccount,
  http: [{ method: 'POST', path: '/api/settings/connected-accounts' }],
  rehearsal: { input: { code: '$oauth_link_code' } },
})

export const listConnectedAccounts = contract({
  summary: 'List the accounts of providers you can log in with',
  realm: 'identity',
  permission: 'self',
  effect: 'read',
  stale_after: ['connected_account.*', 'session.started'],
  input: z.strictObject({}),
  output: z.object({ items: z.array(ConnectedAccount) }),
  http: [{ method: 'GET', path: '/api/settings/connected-accounts' }],
  rehearsal: { after: 'confirmConnection' },
})

export const disconnectAccount = contract({
  summary: 'Disconnect an account of a provider',
  realm: 'identity',
  permission: 'self',
  effect: 'delete',
  needs_person: true,
  input: z.strictObject({ provider: Provider }),
  output: ConnectedAccount.extend({ deleted_at: Timestamp }),
  http: [{ method: 'DELETE', path: '/api/settings/connected-accounts/:provider' }],
  rehearsal: { after: 'confirmConnection', carry: { provider: 'provider' } },
})
