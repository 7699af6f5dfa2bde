import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'

const AdminRepository = z.object({
  id: Id,
  organization: z.string(),
  repo: z.string(),
  url: z.string(),
  private: z.boolean(),
  status: z.enum(['new', 'syncing', 'ready', 'failed']),
  error: z.string().nullable(),
  synced_at: Timestamp.nullable(),
  issues: z.enum(['off', 'import', 'mirror', 'two_way']),
  created_at: Timestamp,
})
const AdminIssue = z.object({
  organization: z.string(),
  repo: z.string(),
  number: z.int(),
  title: z.string(),
  state: z.enum(['open', 'closed']),
  url: z.string(),
  /** The task it became. */
  task_id: Id,
  updated_at: Timestamp,
})

components({ AdminRepository, AdminIssue })

const administrator = { realm: 'instance', permission: 'administrator' } as const

export const listAllRepositories = contract({
  ...administrator,
  effect: 'read',
  summary: 'List the GitHub repositories connected anywhere on the instance, newest first',
  stale_after: [],
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(AdminRepository).extend({ app: z.boolean() }),
  http: [{ method: 'GET', path: '/api/admin/github/repos' }],
})

export const listAllIssues = contract({
  ...administrator,
  effect: 'read',
  summary: 'List the GitHub issues that became tasks anywhere on the instance, last changed first',
  stale_after: [],
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(AdminIssue),
  http: [{ method: 'GET', path: '/api/admin/github/issues' }],
  rehearsal: { after: 'syncRepo' },
})

export const syncAllIssues = contract({
  ...administrator,
  effect: 'change',
  summary: 'Read the issues of one repository, or of all that import or mirror them, in the background',
  input: z.strictObject({ repository: Id.optional() }),
  output: z.object({ repositories: z.int() }),
  http: [{ method: 'POST', path: '/api/admin/github/sync' }],
})

const CodeHostSetup = z.object({
  /** Whether repositories can be reached through an App. */
  app: z.boolean(),
  /** GitHub or the configured Enterprise Server, and its API. */
  host: z.string(),
  api: z.string(),
  /** The App this instance needs, in the format of GitHub’s manifest flow. */
  manifest: z.object({
    name: z.string(),
    url: z.string(),
    redirect_url: z.string(),
    callback_urls: z.array(z.string()),
    hook_attributes: z.object({ url: z.string(), active: z.boolean() }),
    default_permissions: z.record(z.string(), z.string()),
    default_events: z.array(z.string()),
  }),
  /** The environment variables it needs and whether each is set; their values are never returned. */
  variables: z.array(z.object({ name: z.string(), is_set: z.boolean() })),
})

components({ CodeHostSetup })

export const getCodeHostSetup = contract({
  ...administrator,
  effect: 'read',
  summary: 'What the GitHub App of this instance needs, and which of its variables are set',
  stale_after: [],
  input: z.strictObject({}),
  output: CodeHostSetup,
  http: [{ method: 'GET', path: '/api/admin/github' }],
})
