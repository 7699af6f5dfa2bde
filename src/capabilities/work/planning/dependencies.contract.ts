import { z } from 'zod'
import { Id, contract } from '../../../kernel/contract.ts'
import { ProjectRef } from '../../vocabulary.contract.ts'

export const listDependencies = contract({
  realm: 'organization',
  permission: 'task:read',
  effect: 'read',
  summary: 'Which tasks of a project are blocked by which others, newest first',
  stale_after: ['task.created', 'task.updated', 'task.deleted', 'task.restored', 'task.moved', 'task.left', 'epic.*', 'story.*'],
  input: z.strictObject({ project: ProjectRef }),
  rehearsal: { after: 'createTask' },
  output: z.object({ items: z.array(z.object({ task_id: Id, blocked_by_id: Id, blocked_by_title: z.string() })), truncated: z.boolean() }),
  http: [{ method: 'GET', path: '/api/projects/:slug/dependencies', params: { slug: 'project' } }],
})
