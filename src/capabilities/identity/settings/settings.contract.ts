import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page, ref } from '../../../kernel/contract.ts'
import { Me } from '../login/login.contract.ts'
import { Markdown, Name, NewHandle } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

const Line = z
  .string()
  .trim()
  .max(120)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line of text')
const Website = z
  .string()
  .trim()
  .max(300)
  .regex(/^(https?:\/\/[^\s\p{Cc}\p{Cs}]+)?$/u, 'must be an address such as https://example.com, or empty')
export const Timezone = z
  .string()
  .max(64)
  .refine((name) => name === '' || isTimezone(name), 'must be a time zone such as Europe/Berlin, or empty')

function isTimezone(name: string): boolean {
  try {
    return /^[\w/+-]+$/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

export const updateProfile = contract({
  summary: 'Change what your profile says; an empty text removes it',
  realm: 'identity',
  permission: 'self',
  effect: 'change',
  person_for: ['public_profile'],
  needs_proven_email: ['public_profile'],
  input: z.strictObject({
    name: Name.optional(),
    handle: NewHandle.optional(),
    bio: Markdown.max(2000).optional(),
    location: Line.optional(),
    url: Website.optional(),
    timezone: Timezone.optional(),
    /** Whether everybody may read your profile at /u/<handle>. */
    public_profile: z.boolean().optional(),
  }),
  output: Me,
  http: [
    { method: 'PATCH', path: '/api/auth/profile' },
    { method: 'PATCH', path: '/api/settings/profile' },
  ],
})

/** Uploads have a route of their own, which stores the picture and then calls this. */
export const setPicture = contract({
  summary: 'Use a stored picture for your profile',
  realm: 'identity',
  permission: 'self',
  effect: 'change',
  input: z.strictObject({ place: z.enum(['avatar', 'cover']), file: z.string().regex(/^[0-9a-f]{32}\.webp$/) }),
  output: Me,
  rehearsal: { input: { file: '00000000000000000000000000000000.webp' } },
})

const LoginSession = z.object({
  id: Id,
  user_id: Id,
  kind: z.enum(['interactive', 'device']),
  method: z.string(),
  device: z.string().nullable(),
  address: z.string().nullable(),
  created_at: Timestamp,
  last_used_at: Timestamp,
  current: z.boolean(),
})

components({ LoginSession })

export const listLoginSessions = contract({
  summary: 'List where you are logged in, newest first',
  realm: 'identity',
  permission: 'self',
  effect: 'read',
  stale_after: ['session.*', 'password.changed', 'password.reset'],
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(LoginSession),
  http: [{ method: 'GET', path: '/api/settings/sessions' }],
  rehearsal: { after: 'login' },
})

export const revokeLoginSession = contract({
  summary: 'End one of your login sessions',
  realm: 'identity',
  permission: 'self',
  effect: 'delete',
  input: z.strictObject({ id: ref('login_session', Id) }),
  output: LoginSession.extend({ ended_at: Timestamp }),
  http: [{ method: 'DELETE', path: '/api/settings/sessions/:id' }],
})

export const revokeOtherLoginSessions = contract({
  summary: 'End all your login sessions except the current one',
  realm: 'identity',
  permission: 'self',
  effect: 'delete',
  input: z.strictObject({}),
  output: z.object({ ended: z.int() }),
  http: [{ method: 'DELETE', path: '/api/settings/sessions' }],
  rehearsal: { newcomer: true },
})
