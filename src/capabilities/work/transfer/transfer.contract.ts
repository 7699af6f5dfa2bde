import { z } from 'zod'
import { Cursor, Id, contract, page } from '../../../kernel/contract.ts'
import { ProjectRef } from '../../vocabulary.contract.ts'
import { Kind, Priority, Status, taskFields } from '../items/work-items.contract.ts'
import { components } from '../../components.contract.ts'

const Exported = z.object({
  external_id: z.string(),
  kind: Kind,
  parent: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  status: Status,
  priority: Priority,
  labels: z.array(z.string()),
  ...taskFields,
  milestone: z.string().nullable(),
  assignee: z.string().nullable(),
  assignee_agent: z.string().nullable(),
  blocked_by: z.array(z.string()),
  rank: z.int(),
  completion_notes: z.string().nullable(),
})

const ofProject = { slug: 'project' }
export const maxBytes = 5 * 1024 * 1024
/** How many rows are imported in one transaction, while the caller waits; more go to the background. */
export const maxAtOnce = 200

export const exportItems = contract({
  realm: 'organization',
  permission: 'task:read',
  effect: 'read',
  summary: 'The epics, stories and tasks of a project as an export holds them, page by page',
  not_impersonated: true,
  stale_after: ['epic.*', 'story.*', 'task.*'],
  input: z.strictObject({ project: ProjectRef, limit: z.int().min(1).max(1000).default(500), cursor: Cursor.optional() }),
  output: page(Exported),
  http: [{ method: 'GET', path: '/api/projects/:slug/export/items', params: ofProject }],
})

export const Problem = z.object({ line: z.int(), field: z.string(), message: z.string() })

components({ ExportedItem: Exported, ImportProblem: Problem })

export const importItems = contract({
  realm: 'organization',
  permission: 'task:write',
  effect: 'change',
  heavy: true,
  summary: 'Import up to 200 epics, stories and tasks from CSV or JSON lines, all or nothing; a repeated external_id updates its item',
  input: z.strictObject({
    project: ProjectRef,
    format: z.enum(['csv', 'json']),
    content: z.string().min(1).max(maxBytes),
    dry_run: z.boolean().default(false),
    skip_unknown_assignees: z.boolean().default(false),
  }),
  output: z.object({
    dry_run: z.boolean(),
    rows: z.int(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    errors: z.array(Problem),
    warnings: z.array(Problem),
    items: z.array(z.object({ line: z.int(), action: z.enum(['create', 'update']), key: z.string().nullable(), id: Id.nullable() })),
  }),
  http: [{ method: 'POST', path: '/api/projects/:slug/import', params: ofProject, largest: 12 * 1024 * 1024 }],
  rehearsal: { input: { format: 'json', content: '{"external_id":"one","kind":"task","title":"Imported"}' } },
})
