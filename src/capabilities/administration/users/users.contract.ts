import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { Title, UserId } from '../../vocabulary.contract.ts'
import { AdminUser } from '../administration.contract.ts'

const read = { realm: 'instance', permission: 'administrator', effect: 'read', stale_after: [] } as const
const one = { id: UserId, limit: Limit, cursor: Cursor.optional() }
const Place = z.object({ id: Id, handle: z.string(), name: z.string() })

/** A page of something a user has, with the user it belongs to. */
const ofUser = <T extends z.ZodType>(item: T) => page(item).extend({ user: z.object({ id: Id, handle: z.string() }) })

const UserDetails = AdminUser.extend({
  last_login_at: Timestamp.nullable(),
  closed_at: Timestamp.nullable(),
  organizations: z.array(Place.extend({ role: z.enum(['owner', 'admin', 'member', 'viewer']), personal: z.boolean() })),
  /** Counts only, never content. */
  counts: z.object({
    organizations: z.int(),
    projects: z.int(),
    notes: z.int(),
    teams: z.int(),
    sessions: z.int(),
    api_keys: z.int(),
    mcp_tokens: z.int(),
    passkeys: z.int(),
    agents: z.int(),
    machines: z.int(),
  }),
  plan: z.string().nullable(),
})
const UserProject = z.object({
  id: Id,
  organization: Place,
  slug: z.string(),
  name: z.string(),
  visibility: z.enum(['organization', 'private']),
  tasks: z.int(),
  archived_at: Timestamp.nullable(),
  created_at: Timestamp,
})
/** Title and length only; reading the text itself requires a reason. */
const UserNote = z.object({ id: Id, organization: Place, title: z.string(), length: z.int(), public: z.boolean(), updated_at: Timestamp })
const UserSession = z.object({
  id: Id,
  kind: z.enum(['interactive', 'device']),
  method: z.string(),
  address: z.string().nullable(),
  device: z.string().nullable(),
  created_at: Timestamp,
  last_used_at: Timestamp,
  ends_at: Timestamp,
  ended_at: Timestamp.nullable(),
  ended_why: z.string().nullable(),
})
const UserTeam = z.object({
  id: Id,
  organization: Place,
  handle: z.string(),
  name: z.string(),
  role: z.enum(['lead', 'member']),
  members: z.int(),
  created_at: Timestamp,
})

components({ UserDetails, UserProject, UserNote, UserSession, UserTeam })

export const getUser = contract({
  ...read,
  summary: 'A user with their organizations and how much they use',
  input: z.strictObject({ id: UserId }),
  output: UserDetails,
  http: [{ method: 'GET', path: '/api/admin/users/:id' }],
})

export const listUserProjects = contract({
  ...read,
  summary: 'List the projects a user created or is a member of, in all organizations',
  input: z.strictObject(one),
  output: ofUser(UserProject),
  http: [{ method: 'GET', path: '/api/admin/users/:id/projects' }],
})

export const listUserNotes = contract({
  ...read,
  summary: 'List the notes of a user by title and length; {readUserNote} shows one, with a reason',
  input: z.strictObject(one),
  output: ofUser(UserNote),
  http: [{ method: 'GET', path: '/api/admin/users/:id/notes' }],
})

export const readUserNote = contract({
  realm: 'instance',
  permission: 'administrator',
  // It notifies the owner, so it is more than a read.
  effect: 'change',
  needs_person: true,
  summary: 'Read a note of a user; the reason is recorded, and the owner is notified',
  input: z.strictObject({ id: UserId, note: Id, reason: Title.max(500) }),
  output: z.object({ id: Id, title: z.string(), content: z.string(), updated_at: Timestamp }),
  http: [{ method: 'POST', path: '/api/admin/users/:id/notes/:note/read' }],
  rehearsal: { input: { id: '$user_with_notes', note: '$note_of_user' } },
})

export const listUserSessions = contract({
  ...read,
  summary: 'List the login sessions of a user, including ended ones, newest first',
  input: z.strictObject(one),
  output: ofUser(UserSession),
  http: [{ method: 'GET', path: '/api/admin/users/:id/sessions' }],
})

export const listUserTeams = contract({
  ...read,
  summary: 'List the teams a user is in, in all organizations',
  input: z.strictObject(one),
  output: ofUser(UserTeam),
  http: [{ method: 'GET', path: '/api/admin/users/:id/teams' }],
})
