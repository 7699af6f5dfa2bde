import { z } from 'zod'
import { contract } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { TaskRef } from '../../vocabulary.contract.ts'
import { Fence, Task } from '../items/work-items.contract.ts'
import { Related } from './related.contract.ts'

const write = { realm: 'organization', permission: 'task:write' } as const
const Page = Task.extend({ related: z.array(Related) })
components({ RelatedTask: Related, TaskWithRelations: Page })

export const relateTasks = contract({
  ...write,
  effect: 'change',
  summary: 'Link a task to another one that it relates to or duplicates; close: true also cancels the duplicate',
  input: z.strictObject({
    task: TaskRef,
    other: TaskRef,
    kind: z.enum(['relates_to', 'duplicates']),
    close: z.boolean().default(false),
    fence: Fence.optional(),
  }),
  output: Page,
  http: [{ method: 'POST', path: '/api/tasks/:key/relations', params: { key: 'task' } }],
  rehearsal: { input: { other: '$other_task' } },
})

export const unrelateTasks = contract({
  ...write,
  effect: 'change',
  summary: 'Remove the link between two tasks, in either direction',
  input: z.strictObject({ task: TaskRef, other: TaskRef }),
  output: Page,
  http: [{ method: 'DELETE', path: '/api/tasks/:key/relations/:other', params: { key: 'task' } }],
})
