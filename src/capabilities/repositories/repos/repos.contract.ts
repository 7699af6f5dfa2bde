import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page, ref } from '../../../kernel/contract.ts'
import { ProjectRef, stamps } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

const read = { realm: 'organization', permission: 'repository:read', effect: 'read' } as const
const write = { realm: 'organization', permission: 'repository:write' } as const
export const category = 'Code hosting'
const one = { id: 'repo' }

/** The code host's full name of it: owner and name. */
const RepositoryName = z
  .string()
  .min(3)
  .max(200)
  .regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name')
export const RepositoryRef = ref(
  'repository',
  z
    .string()
    .min(3)
    .max(200)
    .regex(/^[\w.-]+(\/[\w.-]+)?$/, 'must be owner/name or an id'),
)

const IssuesMode = z.enum(['off', 'import', 'mirror', 'two_way'])

export const Repository = z.object({
  id: Id,
  /** The host's full name of it: owner/name. */
  repo: z.string(),
  projects: z.array(z.string()),
  url: z.string(),
  default_branch: z.string(),
  private: z.boolean(),
  status: z.enum(['new', 'syncing', 'ready', 'failed']),
  /** What went wrong with the last sync, and what to do about it. */
  error: z.string().nullable(),
  /** The commit of the default branch whose files are stored. */
  head_sha: z.string().nullable(),
  synced_at: Timestamp.nullable(),
  /** What happens with its issues: nothing; each becomes a task once; the task follows the issue; or each follows the other. */
  issues: IssuesMode,
  created_by: Id,
  ...stamps,
})
const ListedRepository = Repository.extend({ branches: z.int(), open_pull_requests: z.int() })
const Skipped = z.object({ reason: z.string(), files: z.int() })
const RepositoryHealth = Repository.extend({
  connection: z.object({ kind: z.enum(['app', 'token']), account: z.string(), ended: z.boolean() }),
  branches: z.int(),
  open_pull_requests: z.int(),
  commits: z.int(),
  /** Issues that GitHub did not let us change, and why; retried when their task changes. */
  refused_writes: z.array(z.object({ number: z.int(), url: z.string(), error: z.string() })),
  files: z.object({ stored: z.int(), bytes: z.int(), redacted: z.int(), skipped: z.array(Skipped) }),
})
const Branch = z.object({
  name: z.string(),
  sha: z.string(),
  committed_at: Timestamp.nullable(),
  protected: z.boolean(),
  default: z.boolean(),
  /** Keys of the tasks it names. */
  tasks: z.array(z.string()),
})

components({ Repository, ListedRepository, RepositoryHealth, Branch })

const stale_after = ['repository.*', 'project.*']

export const listRepos = contract({
  ...read,
  summary: 'List connected repositories',
  stale_after: [...stale_after, 'code_connection.*'],
  input: z.strictObject({ project: ProjectRef.optional(), limit: Limit, cursor: Cursor.optional() }),
  output: page(ListedRepository).extend({ next: z.string().nullable() }),
  http: [{ method: 'GET', path: '/api/repos' }],
  mcp: {
    tool: 'list_repos',
    category,
    title: 'List repositories',
    description: 'List the code repositories connected to a project, or to all you see, with their last sync.',
    concise: ['repo', 'projects', 'default_branch', 'status', 'error', 'synced_at'],
  },
})

export const connectRepo = contract({
  ...write,
  effect: 'create',
  summary: 'Connect a repository to a project; its branches, pull requests, checks and files are then synced',
  creates: { ref: 'repository', field: 'id' },
  input: z.strictObject({
    project: ProjectRef,
    repo: RepositoryName,
    issues: IssuesMode.default('off').describe('two_way writes back'),
  }),
  output: Repository,
  http: [{ method: 'POST', path: '/api/repos' }],
  mcp: {
    tool: 'connect_repo',
    category,
    title: 'Connect a repository',
    description: 'Connect a code repository (owner/name) that a person has granted to the organization to a project.',
    concise: ['id', 'repo', 'projects', 'status'],
  },
  rehearsal: { input: { repo: '$granted_repo', issues: 'mirror' } },
})

export const getRepo = contract({
  ...read,
  summary: 'A connected repository, with what is stored and what was skipped',
  stale_after: [...stale_after, 'code_connection.*'],
  input: z.strictObject({ repo: RepositoryRef }),
  output: RepositoryHealth,
  http: [{ method: 'GET', path: '/api/repos/:id', params: one }],
})

export const updateRepo = contract({
  ...write,
  effect: 'change',
  summary: 'Set what happens with the issues of a repository',
  input: z.strictObject({ repo: RepositoryRef, issues: IssuesMode, project: ProjectRef.optional(), version: Version.optional() }),
  output: Repository,
  http: [{ method: 'PATCH', path: '/api/repos/:id', params: one }],
})

export const deleteRepo = contract({
  ...write,
  effect: 'delete',
  summary: 'Disconnect a repository from the projects you can see; when the last one is disconnected, everything stored of it is deleted',
  input: z.strictObject({ repo: RepositoryRef }),
  output: Repository.extend({ deleted_at: Timestamp }),
  http: [{ method: 'DELETE', path: '/api/repos/:id', params: one }],
})

export const listRepoBranches = contract({
  ...read,
  summary: 'List the branches of a repository, newest first',
  stale_after: [...stale_after, 'task.*'],
  input: z.strictObject({ repo: RepositoryRef, limit: Limit, cursor: Cursor.optional() }),
  output: page(Branch),
  http: [{ method: 'GET', path: '/api/repos/:id/branches', params: one }],
  rehearsal: { after: 'syncRepo' },
})
