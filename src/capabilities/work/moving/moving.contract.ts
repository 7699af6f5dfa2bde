import { z } from 'zod'
import { contract } from '../../../kernel/contract.ts'
import { ProjectRef, TaskRef, Title } from '../../vocabulary.contract.ts'
import { Fence, Task } from '../items/work-items.contract.ts'

const write = { realm: 'organization', permission: 'task:write' } as const
const atKey = { key: 'task' }

/** What could not come along, by name: an epic or story, a milestone, a lease. */
const Dropped = z.object({ what: z.enum(['parent', 'milestone', 'lease']), name: z.string() })

export const moveTaskToProject = contract({
  ...write,
  effect: 'change',
  summary: 'Move a task to another project, where it gets a new key; its old key keeps working',
  input: z.strictObject({ task: TaskRef, project: ProjectRef, fence: Fence.optional() }),
  output: Task.extend({ moved_from: z.string(), dropped: z.array(Dropped) }),
  http: [{ method: 'POST', path: '/api/tasks/:key/transfer', params: atKey }],
  rehearsal: { input: { task: '$other_task', project: '$other_project' } },
})

export const duplicateTask = contract({
  ...write,
  effect: 'create',
  summary: 'Create a task with the fields, dependencies and links of another one; comments and attachments stay where they are',
  input: z.strictObject({ task: TaskRef, project: ProjectRef.optional(), title: Title.optional() }),
  output: Task.extend({ duplicate_of: z.string(), dropped: z.array(Dropped) }),
  http: [{ method: 'POST', path: '/api/tasks/:key/duplicate', params: atKey }],
})
