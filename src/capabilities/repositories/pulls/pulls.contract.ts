import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page } from '../../../kernel/contract.ts'
import { Markdown, ProjectRef, TaskRef, Title } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'
import { FeatureHead } from '../../features/features/feature.contract.ts'
import { category, RepositoryRef } from '../repos/repos.contract.ts'

const Branch = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\s\p{Cc}\p{Cs}~^:?*[\\]+$/u, 'must be the name of a branch')
const Login = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\w-]+$/, 'must be a login of the code host')

const PullRequest = z.object({
  number: z.int(),
  title: z.string(),
  state: z.enum(['open', 'closed', 'merged']),
  draft: z.boolean(),
  author: z.string().nullable(),
  head: z.string(),
  head_sha: z.string(),
  base: z.string(),
  review: z.enum(['approved', 'changes_requested', 'review_required']).nullable(),
  url: z.string(),
  /** Keys of the tasks it names. */
  tasks: z.array(z.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
  merged_at: Timestamp.nullable(),
})
const FoundPullRequest = PullRequest.extend({
  repository_id: Id,
  repo: z.string(),
  /** Counts the last run of each check at its head. */
  checks: z.object({ passed: z.int(), failed: z.int(), running: z.int() }),
  /** Result of Baton’s own check at its head: no gate requires anything more, some gate does, or the check is being written. */
  gates_check: z.enum(['open', 'closed', 'pending']).nullable(),
  /** Features at its head, or built by its tasks. */
  features: z.array(FeatureHead),
})
const OpenedPullRequest = z.object({
  repo: z.string(),
  number: z.int(),
  url: z.string(),
  title: z.string(),
  draft: z.boolean(),
  /** One was open for this branch already; it was left as it is. */
  existed: z.boolean(),
  tasks: z.array(z.string()),
  /** Features of its tasks, the gate each is at and how much that gate still requires. */
  gates: z.array(z.object({ feature: z.string(), title: z.string(), gate: z.string().nullable(), missing: z.int() })),
  /** Decisions in force that govern files it changes: keep to them, or log one that supersedes. */
  governed: z.array(z.object({ decision: z.string(), title: z.string(), paths: z.array(z.string()) })),
  /** Reviewers that the host did not accept. */
  not_asked: z.array(z.string()),
})

components({ PullRequest, FoundPullRequest, OpenedPullRequest })

export const listPullRequests = contract({
  summary: 'List the pull requests of a repository, last changed first',
  realm: 'organization',
  permission: 'repository:read',
  effect: 'read',
  stale_after: ['repository.*', 'project.*', 'task.*'],
  input: z.strictObject({
    repo: RepositoryRef,
    state: z.enum(['open', 'closed', 'merged']).optional(),
    limit: Limit,
    cursor: Cursor.optional(),
  }),
  output: page(PullRequest),
  http: [{ method: 'GET', path: '/api/repos/:id/pulls', params: { id: 'repo' } }],
  rehearsal: { after: 'syncRepo' },
})

/** Logins as the host writes them; those of bots contain brackets. */
const Author = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\w[\].-]+$/, 'must be a login of the code host')
const PullState = z.enum(['open', 'closed', 'merged'])

export const findPullRequests = contract({
  summary: 'List the pull requests of every repository you can see, last changed first, with their checks and the state of their features',
  realm: 'organization',
  permission: 'repository:read',
  effect: 'read',
  stale_after: ['repository.*', 'project.*', 'task.*', 'feature.*', 'evidence.*', 'review.*'],
  input: z.strictObject({
    project: ProjectRef.optional(),
    repo: RepositoryRef.optional(),
    state: PullState.optional(),
    author: Author.optional(),
    limit: Limit,
    cursor: Cursor.optional(),
  }),
  output: page(FoundPullRequest),
  http: [{ method: 'GET', path: '/api/pulls' }],
  rehearsal: { after: 'syncRepo' },
})

export const createPr = contract({
  summary: 'Open a pull request that names its tasks, the state of their gates and the decisions that govern what it changes',
  realm: 'organization',
  permission: 'repository:write',
  effect: 'create',
  input: z.strictObject({
    repo: RepositoryRef,
    title: Title,
    body: Markdown.optional(),
    head: Branch,
    base: Branch.optional(),
    draft: z.boolean().optional(),
    reviewers: z.array(Login).max(20).optional(),
    tasks: z.array(TaskRef).max(20).optional(),
  }),
  output: OpenedPullRequest,
  http: [{ method: 'POST', path: '/api/repos/:id/pulls', params: { id: 'repo' } }],
  mcp: {
    tool: 'create_pr',
    category,
    title: 'Open a pull request',
    description: 'Open a pull request from the pushed branch head. Warns where a decision governs a changed file.',
  },
  rehearsal: { input: { head: 'work' } },
})
