import { z } from 'zod'
import { Learnt } from '../memory/entries/memory.contract.ts'
import { Timestamp, contract } from '../../kernel/contract.ts'
import { ClientSession, ProjectRef, SessionRef, TaskRef } from '../vocabulary.contract.ts'
import { Fence, Link, Task, taskFields } from '../work/items/work-items.contract.ts'
import { components } from '../components.contract.ts'

const Lease = z.object({ holder: z.string(), fence: Fence, until: Timestamp })

const Briefing = z.object({
  task: Task,
  lease: Lease.nullable(),
  parents: z.array(Link),
  blocks: z.array(Link),
  held_nearby: z.array(z.object({ key: z.string(), title: z.string(), holder: z.string(), until: Timestamp })),
  /** In force here; get_decision gives the reasons. */
  decisions: z.array(z.object({ ref: z.string(), title: z.string() })),
  /** Memories that bear on it, each cut to the relevant passage; search_memory finds more. Only on a claim. */
  memories: z.array(Learnt),
  /** Files found by the task's words, a line each with what they define. Only on a claim, and only from indexed repositories. */
  code: z.array(z.object({ repo: z.string(), files: z.string() })),
})

components({ Briefing })

const leaseFields = ['lease.fence', 'lease.until']
const shown = ['key', 'title', 'description', 'status', 'priority', 'labels', ...Object.keys(taskFields), 'version']
const briefing = [
  ...shown.map((field) => `task.${field}`),
  ...leaseFields,
  'parents',
  'blocks',
  'held_nearby',
  'decisions',
  'memories',
  'code',
]

const lease = (action: string) =>
  ({ method: 'POST', path: `/api/tasks/:key/${action}`, params: { key: 'task' }, fixed: { action } }) as const
const held = (action: string) =>
  ({ ...lease(action), rehearsal: { after: 'claimTask', carry: { task: 'task.key', fence: 'lease.fence' } } }) as const

export const claimTask = contract({
  realm: 'organization',
  permission: 'task:write',
  effect: 'change',
  summary: 'Claim a task, renew or release its lease',
  input: z.strictObject({
    action: z.enum(['claim', 'renew', 'release']).default('claim'),
    task: TaskRef.optional(),
    project: ProjectRef.optional(),
    fence: Fence.optional(),
    minutes: z.int().min(1).max(240).default(30),
    session: SessionRef.optional(),
    client_session: ClientSession.optional(),
  }),
  output: Briefing,
  http: [{ method: 'POST', path: '/api/tasks/claim', fixed: { action: 'claim' } }, lease('claim'), held('renew'), held('release')],
  mcp: {
    tool: 'claim_task',
    concise: ({ action = 'claim' }) => (action === 'claim' ? briefing : ['task.key', 'task.status', ...leaseFields]),
    category: 'Tasks',
    title: 'Claim a task',
    description:
      'Take a lease on a task before working on it, without task on the best ready one; renew, release and complete need its lease.fence.',
  },
})
