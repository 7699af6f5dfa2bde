import { z } from 'zod'
import { Id, Timestamp, contract } from '../../../kernel/contract.ts'
import { Name, NewHandle, Email } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

export const Password = z.string().min(10, 'must have at least 10 characters').max(200)
const RefreshToken = z.string().min(20).max(100)

export const Me = z.object({
  id: Id,
  handle: z.string(),
  name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  role: z.enum(['user', 'admin']),
  personal_organization_id: Id,
  bio: z.string(),
  location: z.string(),
  url: z.string(),
  timezone: z.string(),
  /** File names below /files/. */
  avatar: z.string().nullable(),
  cover: z.string().nullable(),
  /** Everybody may read it at /u/<handle>. */
  public_profile: z.boolean(),
  created_at: Timestamp,
})

export const Login = z.object({
  token: z.string(),
  expires_at: Timestamp,
  /** Left out if the browser's cookie holds it. */
  refresh_token: z.string(),
  session_id: Id,
  /** Send it as Baton-Device when logging in again: strangers' failed attempts don't slow down a known device. Left out if a cookie holds it. */
  device_token: z.string(),
  user: Me,
})

const SecondFactorNeeded = z
  .object({
    second_factor: z.object({
      token: z.string(),
      methods: z.array(z.enum(['totp', 'recovery_code', 'passkey'])),
      expires_at: Timestamp,
    }),
  })
  .describe('The account has a second factor: send it with this token to POST /api/auth/second-factor')

/** The result of every login: a session, or a request for the second factor. */
export const LoginAnswer = z.union([Login, SecondFactorNeeded])

components({ CurrentUser: Me, Login, SecondFactorNeeded, LoginAnswer })

export const register = contract({
  summary: 'Create an account',
  realm: 'identity',
  permission: 'anyone',
  effect: 'create',
  input: z.strictObject({
    email: Email,
    password: Password,
    name: Name,
    handle: NewHandle.optional(),
    /** The part after # in an invitation link; required if REGISTRATION is invite. A link for whoever holds it then belongs to this account. */
    invite: z.string().min(20).max(100).optional(),
  }),
  output: Login,
  http: [{ method: 'POST', path: '/api/auth/register' }],
  creates: { ref: 'user', field: 'user.id' },
  secret_output: true,
  rehearsal: { input: { email: '$new_email', handle: '$new_handle' } },
})

export const login = contract({
  summary: 'Log in with email and password',
  realm: 'identity',
  permission: 'anyone',
  effect: 'change',
  input: z.strictObject({ email: Email, password: z.string().min(1).max(200) }),
  output: LoginAnswer,
  http: [{ method: 'POST', path: '/api/auth/login' }],
  creates: { ref: 'login_session', field: 'session_id' },
  secret_output: true,
  rehearsal: { input: { email: '$email', password: '$password' } },
})

export const refresh = contract({
  summary: 'Exchange a refresh token for a new access token',
  realm: 'identity',
  permission: 'anyone',
  effect: 'change',
  input: z.strictObject({ refresh_token: RefreshToken.optional() }),
  output: Login,
  http: [{ method: 'POST', path: '/api/auth/refresh' }],
  session_cookie: true,
  secret_output: true,
  rehearsal: { after: 'login', carry: { refresh_token: 'refresh_token' } },
})

export const getLoginOptions = contract({
  summary: 'How to log in here: who can create an account, whether codes and links are mailed, and announcements for everyone',
  realm: 'identity',
  permission: 'anyone',
  effect: 'read',
  stale_after: [],
  input: z.strictObject({}),
  output: z.object({
    registration: z.enum(['open', 'invite', 'closed']),
    mail: z.boolean(),
    /** Whether admins may also add accounts by handle. */
    members_added: z.enum(['with_consent', 'directly']),
    /** The instance's name, whom to ask for support, and what everybody should know now. */
    name: z.string(),
    support_email: z.string().nullable(),
    banner: z.object({ text: z.string(), tone: z.enum(['info', 'warning']) }),
  }),
  http: [{ method: 'GET', path: '/api/auth/options' }],
})

export const checkHandle = contract({
  summary: 'Whether a handle is free, and handles like it that are',
  realm: 'identity',
  permission: 'self',
  effect: 'read',
  stale_after: [],
  input: z.strictObject({ handle: NewHandle }),
  output: z.object({ handle: z.string(), free: z.boolean(), suggestions: z.array(z.string()) }),
  http: [{ method: 'GET', path: '/api/handles/:handle' }],
})

export const me = contract({
  summary: 'The current user',
  realm: 'identity',
  permission: 'self',
  effect: 'read',
  stale_after: ['profile.updated', 'email.*', 'account.*'],
  input: z.strictObject({}),
  output: Me,
  http: [{ method: 'GET', path: '/api/auth/me' }],
})

export const myRole = contract({
  summary: 'The current user’s role on this instance and in the current organization',
  realm: 'identity',
  permission: 'self',
  in_organization: true,
  effect: 'read',
  stale_after: ['member.*'],
  input: z.strictObject({}),
  output: z.object({
    role: z.enum(['user', 'admin']),
    organization_id: Id,
    organization_role: z.enum(['owner', 'admin', 'member', 'viewer']),
    /** A viewer reads, a member writes, an admin manages, an owner owns. */
    may: z.array(z.enum(['read', 'write', 'manage', 'own'])),
  }),
  http: [{ method: 'GET', path: '/api/auth/me/role' }],
})

export const logout = contract({
  summary: 'End the current login session',
  realm: 'identity',
  permission: 'self',
  effect: 'change',
  input: z.strictObject({}),
  output: z.object({ ended: z.boolean() }),
  http: [{ method: 'POST', path: '/api/auth/logout' }],
  session_cookie: true,
})

export const setUpInstance = contract({
  summary: 'Set up the first administrator with the one-time setup link',
  realm: 'identity',
  permission: 'anyone',
  effect: 'create',
  input: z.strictObject({ token: z.string().min(20).max(100), name: Name, password: Password, handle: NewHandle.optional() }),
  output: Login,
  http: [{ method: 'POST', path: '/api/auth/setup' }],
  secret_output: true,
  rehearsal: { input: { token: '$setup_token', handle: '$new_handle' } },
})

export const getSetup = contract({
  summary: 'Whose account a setup link creates; no login needed',
  realm: 'identity',
  permission: 'anyone',
  effect: 'read',
  stale_after: [],
  input: z.strictObject({ token: z.string().min(20).max(100) }),
  output: z.object({ email: z.string() }),
  http: [{ method: 'GET', path: '/api/auth/setup/:token' }],
  rehearsal: { input: { token: '$setup_token' } },
})

export const offerSetup = contract({
  summary: 'Make a setup link for the first administrator, unless there is one already',
  realm: 'identity',
  permission: 'system',
  effect: 'create',
  input: z.strictObject({ email: Email }),
  output: z.object({ token: z.string().nullable() }),
  secret_output: true,
  rehearsal: { input: { email: '$new_email' } },
})
