import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page, ref } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'

const ConnectionRef = ref('code_connection', Id)
const Secret = z
  .string()
  .min(8)
  .max(400)
  .regex(/^[\x21-\x7e]+$/, 'must be a code or token without spaces')

const CodeConnection = z.object({
  id: Id,
  /** An installation of this instance's GitHub App, or a token that somebody added. */
  kind: z.enum(['app', 'token']),
  account: z.string(),
  /** Number of repositories granted through it. */
  repositories: z.int(),
  granted_by: Id,
  created_at: Timestamp,
})
const GrantedRepository = z.object({
  repo: z.string(),
  url: z.string(),
  default_branch: z.string(),
  private: z.boolean(),
  account: z.string(),
  kind: z.enum(['app', 'token']),
  granted_by: Id,
  /** The repository it was connected as, if you may see that. */
  repository_id: Id.nullable(),
})

components({ CodeConnection, GrantedRepository })

const person = { realm: 'organization', permission: 'repository:write', effect: 'create', needs_person: true } as const

export const beginHostLogin = contract({
  ...person,
  summary: 'Start granting the current organization access to GitHub repositories; visit the returned URL within 10 minutes',
  secret_output: true,
  input: z.strictObject({
    /** Only installations of this account; without it, all that your login lists. */
    account: z
      .string()
      .max(100)
      .regex(/^[\w-]+$/, 'must be the name of an account')
      .optional(),
  }),
  output: z.object({ url: z.string(), state: z.string(), expires_at: Timestamp }),
  http: [{ method: 'POST', path: '/api/repos/github/login' }],
})

export const grantHostAccess = contract({
  ...person,
  summary: 'Finish with the values GitHub sent your browser back with: the repositories of your login can then be connected',
  input: z.strictObject({ code: Secret, state: Secret }),
  output: z.object({ items: z.array(CodeConnection) }),
  http: [{ method: 'POST', path: '/api/repos/github/access' }],
  rehearsal: { after: 'beginHostLogin', carry: { state: 'state' }, input: { code: '$host_code' } },
})

export const addHostToken = contract({
  ...person,
  summary: 'Add a fine-grained GitHub token, whose repositories can then be connected; it is stored encrypted and never shown',
  creates: { ref: 'code_connection', field: 'id' },
  input: z.strictObject({ token: Secret }),
  output: CodeConnection,
  http: [{ method: 'POST', path: '/api/repos/github/tokens' }],
  rehearsal: { input: { token: '$host_token' } },
})

export const listHostConnections = contract({
  summary: 'List the current organization’s accesses to GitHub',
  realm: 'organization',
  permission: 'repository:read',
  effect: 'read',
  stale_after: ['code_connection.*'],
  input: z.strictObject({}),
  output: z.object({ items: z.array(CodeConnection), app: z.boolean() }),
  http: [{ method: 'GET', path: '/api/repos/github/connections' }],
})

export const endHostConnection = contract({
  summary: 'End an access to GitHub: its token is deleted, and its repositories are no longer synced',
  realm: 'organization',
  permission: 'repository:write',
  effect: 'delete',
  input: z.strictObject({ connection: ConnectionRef }),
  output: CodeConnection.extend({ ended_at: Timestamp }),
  http: [{ method: 'DELETE', path: '/api/repos/github/connections/:id', params: { id: 'connection' } }],
})

export const listHostRepositories = contract({
  summary: 'List the GitHub repositories that can be connected: those that were granted to the current organization',
  realm: 'organization',
  permission: 'repository:read',
  effect: 'read',
  stale_after: ['code_connection.*', 'repository.*', 'project.*'],
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(GrantedRepository),
  http: [{ method: 'GET', path: '/api/repos/github' }],
})
