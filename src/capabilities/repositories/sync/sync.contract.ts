import { z } from 'zod'
import { Id, contract } from '../../../kernel/contract.ts'
import { category, Repository, RepositoryRef } from '../repos/repos.contract.ts'

const Part = z.enum(['repository', 'branches', 'pull_requests', 'checks', 'commits', 'files', 'links', 'issues'])

export const syncRepo = contract({
  summary: 'Sync a repository with its host now; if it takes long, it continues in the background',
  realm: 'organization',
  permission: 'repository:write',
  effect: 'change',
  input: z.strictObject({ repo: RepositoryRef }),
  output: Repository.extend({
    /** What has changed; empty if nothing has. */
    changed: z.array(Part),
    branches: z.int(),
    /** It continues in the background: check the status again in a moment. */
    in_background: z.boolean(),
  }),
  http: [{ method: 'POST', path: '/api/repos/:id/sync', params: { id: 'repo' } }],
  mcp: {
    tool: 'sync_repo',
    category,
    title: 'Sync a repository',
    description: 'Read a connected repository again, for example after a push.',
    concise: ['repo', 'status', 'error', 'head_sha', 'branches', 'changed', 'in_background'],
  },
})

const job = { permission: 'system', effect: 'change', job: true } as const

export const syncRepository = contract({
  ...job,
  summary: 'Compare a repository with its host',
  realm: 'organization',
  input: z.strictObject({ repository_id: Id }),
  output: z.object({ changed: z.array(Part) }),
})

export const reconcileRepositories = contract({
  ...job,
  summary: 'Ask for a sync of repositories that nothing was heard of for a while: webhooks get lost',
  realm: 'identity',
  input: z.strictObject({}),
  output: z.object({ repositories: z.int() }),
})

/** Called by the webhook door once the signature is verified; nobody else can call it. */
export const receiveHostDelivery = contract({
  summary: 'Take note of a delivery of the code host, and ask for a sync of what it is about',
  realm: 'identity',
  permission: 'system',
  effect: 'create',
  input: z.strictObject({
    delivery: z.string().min(1).max(100),
    event: z.string().min(1).max(60),
    host_id: z.int().nullable(),
    installation: z.int().nullable(),
  }),
  output: z.object({ repositories: z.int(), repeated: z.boolean() }),
})
