import { z } from 'zod'
import { Id, Timestamp, contract } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { FeatureRef } from '../../features/features/feature.contract.ts'
import { TaskRef } from '../../vocabulary.contract.ts'

const of = {
  repository_id: Id,
  repo: z.string(),
  /** Keys of the requested tasks that it names. */
  tasks: z.array(z.string()),
  url: z.string(),
}
const CodeOf = z.object({
  pull_requests: z.array(
    z.object({
      ...of,
      number: z.int(),
      title: z.string(),
      state: z.enum(['open', 'closed', 'merged']),
      draft: z.boolean(),
      author: z.string().nullable(),
      review: z.enum(['approved', 'changes_requested', 'review_required']).nullable(),
      head_sha: z.string(),
      updated_at: Timestamp,
    }),
  ),
  branches: z.array(z.object({ ...of, name: z.string(), sha: z.string(), committed_at: Timestamp.nullable() })),
  commits: z.array(z.object({ ...of, sha: z.string(), subject: z.string(), author: z.string().nullable(), committed_at: Timestamp })),
})

components({ CodeOf })

const read = { realm: 'organization', permission: 'repository:read', effect: 'read' } as const

export const getTaskCode = contract({
  ...read,
  summary: 'The pull requests, branches and commits that name a task, the newest 50 of each',
  stale_after: ['repository.*', 'project.*', 'task.*'],
  input: z.strictObject({ task: TaskRef }),
  output: CodeOf,
  http: [{ method: 'GET', path: '/api/tasks/:key/code', params: { key: 'task' } }],
})

export const getFeatureCode = contract({
  ...read,
  summary: 'The pull requests, branches and commits of a feature: those that name its tasks or are at its commit, the newest 50 of each',
  stale_after: ['repository.*', 'project.*', 'task.*', 'feature.*'],
  input: z.strictObject({ feature: FeatureRef }),
  output: CodeOf,
  http: [{ method: 'GET', path: '/api/features/:id/code', params: { id: 'feature' } }],
})
