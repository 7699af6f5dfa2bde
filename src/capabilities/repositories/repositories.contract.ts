import { z } from 'zod'
import { Limit, Timestamp, contract } from '../../kernel/contract.ts'
import { Markdown, Name, ProjectRef, TaskRef, Title } from '../vocabulary.contract.ts'

const read = { realm: 'organization', permission: 'repository:read', effect: 'read' } as const
const write = { realm: 'organization', permission: 'repository:write' } as const
const category = 'Code hosting'

/** As the code host calls it: owner and name. */
const RepositoryName = z
  .string()
  .min(3)
  .max(200)
  .regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name')
const Branch = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\s\p{Cc}\p{Cs}~^:?*[\\]+$/u, 'must be the name of a branch')

const Repository = z.object({
  repo: z.string(),
  project: z.string(),
  url: z.string(),
  default_branch: z.string(),
  synced_at: Timestamp.nullable(),
})
const PullRequest = z.object({ repo: z.string(), number: z.int(), url: z.string(), title: z.string(), draft: z.boolean() })

/** No code host can be set up yet, so there is nothing behind these. */
const notYet = { refuses: 'conflict' } as const

export const listRepos = contract({
  ...read,
  summary: 'List connected repositories',
  input: z.strictObject({ project: ProjectRef.optional(), limit: Limit }),
  output: z.object({ repos: z.array(Repository), next: z.string().nullable() }),
  incomplete: 'No repository can be connected, so the list is always empty.',
  mcp: {
    tool: 'list_repos',
    category,
    title: 'List repositories',
    description: 'Not available yet, always empty: the code repositories connected to a project.',
  },
})

export const connectRepo = contract({
  ...write,
  effect: 'create',
  summary: 'Connect a repository to a project',
  input: z.strictObject({ project: ProjectRef, repo: RepositoryName }),
  output: Repository,
  mcp: {
    tool: 'connect_repo',
    category,
    title: 'Connect a repository',
    description: 'Not available yet, always refused: connect a code repository (owner/name) to a project.',
  },
  rehearsal: { input: { repo: 'acme/web' }, ...notYet },
})

export const syncRepo = contract({
  ...write,
  effect: 'change',
  summary: 'Read a repository’s metadata and branches again',
  input: z.strictObject({ project: ProjectRef, repo: RepositoryName.optional() }),
  output: Repository.extend({ branches: z.array(z.string()) }),
  mcp: {
    tool: 'sync_repo',
    category,
    title: 'Sync a repository',
    description: 'Not available yet, always refused: read metadata and branches of a connected repository again.',
  },
  rehearsal: { input: { repo: 'acme/web' }, ...notYet },
})

export const createPr = contract({
  ...write,
  effect: 'create',
  summary: 'Open a pull request',
  input: z.strictObject({
    project: ProjectRef,
    repo: RepositoryName.optional(),
    title: Title,
    body: Markdown.optional(),
    head: Branch,
    base: Branch.optional(),
    draft: z.boolean().optional(),
    reviewers: z.array(Name).max(20).optional(),
    tasks: z.array(TaskRef).max(20).optional(),
  }),
  output: PullRequest,
  mcp: {
    tool: 'create_pr',
    category,
    title: 'Open a pull request',
    description: 'Not available yet, always refused: open a pull request from branch head; tasks are the keys it closes.',
  },
  rehearsal: { input: { repo: 'acme/web', head: 'work' }, ...notYet },
})

export const generateAgentsMd = contract({
  ...read,
  summary: 'Write AGENTS.md for a project: how to work here, what was decided, specs, skills and workflows',
  input: z.strictObject({ project: ProjectRef, offset: z.int().min(0).max(100_000).default(0) }),
  output: z.object({
    project: z.string(),
    path: z.string(),
    content: z.string(),
    content_length: z.int(),
    next_offset: z.int().nullable(),
    sections: z.array(z.object({ name: z.string(), count: z.int(), more: z.boolean() })),
  }),
  incomplete: 'It is written from the project alone; nothing is read from a connected repository.',
  mcp: {
    tool: 'generate_agents_md',
    category,
    title: 'Generate AGENTS.md',
    description: 'Write the AGENTS.md of a project from its decisions, specs, skills and workflows, to put into its repository.',
    reads_on: { text: 'content', from: 'offset', next: 'next_offset' },
  },
})
