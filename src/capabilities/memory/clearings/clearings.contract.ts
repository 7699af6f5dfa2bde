import { z } from 'zod'
import { Id, Limit, Timestamp, contract } from '../../../kernel/contract.ts'
import { restoredBy } from '../../restoring.contract.ts'
import { Scope, whose } from '../entries/memory.contract.ts'
import { components } from '../../components.contract.ts'

const Clearing = z.object({
  id: Id,
  scope: Scope,
  scope_id: Id,
  project_id: Id.nullable(),
  owner_id: Id.nullable(),
  count: z.int(),
  created_by: Id,
  created_by_agent_id: Id.nullable(),
  created_at: Timestamp,
  restored_at: Timestamp.nullable(),
  undo_until: Timestamp,
})

components({ MemoryClearing: Clearing })

const restored = restoredBy('restoreMemories', 'clearing')
const withClearing = {
  ...restored,
  input: { ...restored.input, clearing: z.string().optional().describe('with restore: clearing.id of the answer') },
}

export const clearMemory = contract({
  summary: 'Clear all memory of a project, an agent or a session; it can be undone for 30 days',
  realm: 'organization',
  permission: 'memory:write',
  effect: 'delete',
  input: z.strictObject({ scope: Scope.optional(), ...whose, dry_run: z.boolean().default(false) }),
  output: z.object({ dry_run: z.boolean(), count: z.int(), clearing: Clearing.nullable() }),
  http: [{ method: 'POST', path: '/api/memories/clear' }],
  mcp: {
    tool: 'clear_memory',
    category: 'Memory',
    title: 'Clear memory',
    description: 'Clear all memory of one project, agent or session; dry_run: true only says how many.',
    concise: ['dry_run', 'count', 'clearing.id'],
    undo: { how: 'clear_memory with restore: true and clearing: its id', days: 30 },
    variants: withClearing,
    shows: z.strictObject({
      project: z.string().optional(),
      agent: z.string().optional(),
      session: z.string().optional(),
      dry_run: z.boolean().optional(),
    }),
  },
})

export const listMemoryClearings = contract({
  summary: 'List the latest clearings that can still be undone',
  realm: 'organization',
  permission: 'memory:read',
  effect: 'read',
  stale_after: ['memory.*'],
  input: z.strictObject({ limit: Limit }),
  output: z.object({ items: z.array(Clearing) }),
  http: [{ method: 'GET', path: '/api/memory-clearings' }],
  rehearsal: { after: 'clearMemory' },
})

export const restoreMemories = contract({
  summary: 'Undo a clearing',
  realm: 'organization',
  permission: 'memory:write',
  effect: 'change',
  input: z.strictObject({ clearing: Id }),
  output: Clearing,
  http: [{ method: 'POST', path: '/api/memory-clearings/:id/restore', params: { id: 'clearing' } }],
  rehearsal: { after: 'clearMemory', carry: { clearing: 'clearing.id' } },
})

/** A large scope is cleared and restored in batches. */
export const continueClearing = contract({
  summary: 'Go on with a clearing or its undoing',
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({ clearing: Id }),
  output: z.object({ count: z.int() }),
})
