import { z } from 'zod'
import { Id, Timestamp, contract, ref } from '../../../kernel/contract.ts'
import { ProjectRef } from '../../vocabulary.contract.ts'
import { Problem, maxBytes } from './transfer.contract.ts'
import { components } from '../../components.contract.ts'

const Import = z.object({
  id: Id,
  project_id: Id,
  status: z.enum(['queued', 'running', 'done', 'failed']),
  total: z.int(),
  done: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  errors: z.array(Problem),
  warnings: z.array(Problem),
  created_at: Timestamp,
  finished_at: Timestamp.nullable(),
})

components({ Import })

const organization = { realm: 'organization' } as const

export const startImport = contract({
  ...organization,
  permission: 'task:write',
  effect: 'create',
  heavy: true,
  summary: 'Import up to 5,000 epics, stories and tasks in the background; a repeated external_id updates its item',
  input: z.strictObject({
    project: ProjectRef,
    format: z.enum(['csv', 'json']),
    content: z.string().min(1).max(maxBytes),
    skip_unknown_assignees: z.boolean().default(false),
  }),
  output: Import,
  http: [{ method: 'POST', path: '/api/projects/:slug/imports', params: { slug: 'project' }, largest: 12 * 1024 * 1024 }],
  creates: { ref: 'import', field: 'id' },
  rehearsal: { input: { format: 'json', content: '{"external_id":"one","kind":"task","title":"Imported"}' } },
})

export const getImport = contract({
  ...organization,
  permission: 'task:read',
  effect: 'read',
  summary: 'The progress of an import, and which rows it could not apply',
  stale_after: ['import.*'],
  input: z.strictObject({ import: ref('import', Id) }),
  output: Import,
  http: [{ method: 'GET', path: '/api/imports/:id', params: { id: 'import' } }],
})

export const continueImport = contract({
  ...organization,
  permission: 'system',
  effect: 'change',
  job: true,
  summary: 'Apply the next part of an import',
  input: z.strictObject({ import_id: Id, last_try: z.boolean().default(false) }),
  output: z.object({ next: z.object({ import_id: Id }).nullable() }),
})
