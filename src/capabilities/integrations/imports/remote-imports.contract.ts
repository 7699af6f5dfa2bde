import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page, ref } from '../../../kernel/contract.ts'
import { ProjectRef } from '../../vocabulary.contract.ts'
import { Status } from '../../work/items/work-items.contract.ts'
import { Problem } from '../../work/transfer/transfer.contract.ts'
import { components } from '../../components.contract.ts'

/** What applying it would do. */
const Preview = z.object({
  epics: z.int(),
  stories: z.int(),
  tasks: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  comments: z.int(),
  /** How each status there maps to one here. */
  statuses: z.array(z.object({ name: z.string(), status: Status, count: z.int() })),
  /** People whose work is imported without an assignee, because nobody here has their email address. */
  unknown_people: z.array(z.string()),
  errors: z.array(Problem),
  warnings: z.array(Problem),
  /** The first rows, with the keys they have there. */
  sample: z.array(z.object({ key: z.string(), kind: z.enum(['epic', 'story', 'task']), title: z.string(), status: Status })),
})

const RemoteImport = z.object({
  id: Id,
  project_id: Id,
  provider: z.enum(['linear', 'jira']),
  source: z.string(),
  /** `ready`: everything has been read, and nothing is changed yet. */
  status: z.enum(['reading', 'ready', 'applying', 'commenting', 'done', 'failed', 'cancelled']),
  pages: z.int(),
  items: z.int(),
  comments_found: z.int(),
  comments_added: z.int(),
  preview: Preview.nullable(),
  failure: z.string().nullable(),
  /** The import that applies it, which reports the progress. */
  import_id: Id.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  finished_at: Timestamp.nullable(),
})

components({ RemoteImport, ImportPreview: Preview })

const organization = { realm: 'organization' } as const
const RemoteImportId = ref('remote_import', Id)

export const startRemoteImport = contract({
  ...organization,
  permission: 'task:write',
  effect: 'create',
  needs_person: true,
  summary: 'Read the issues of a Linear team or a Jira project with your token; nothing is changed until you apply it',
  input: z.strictObject({
    project: ProjectRef,
    provider: z.enum(['linear', 'jira']),
    source: z
      .string()
      .max(64)
      .regex(/^[\w-]{1,64}$/, 'must be the id of a team or the key of a project')
      .describe('What listImportSources answered: the id of a team of Linear, the key of a project of Jira'),
    comments: z.boolean().default(true),
  }),
  output: RemoteImport,
  creates: { ref: 'remote_import', field: 'id' },
  http: [{ method: 'POST', path: '/api/projects/:slug/remote-imports', params: { slug: 'project' } }],
  rehearsal: { input: { provider: 'linear', source: '$tracker_source' } },
})

export const listRemoteImports = contract({
  ...organization,
  permission: 'task:read',
  effect: 'read',
  summary: 'Imports into a project from Linear and Jira, newest first',
  stale_after: ['remote_import.*', 'import.*'],
  input: z.strictObject({ project: ProjectRef, limit: Limit, cursor: Cursor.optional() }),
  output: page(RemoteImport),
  http: [{ method: 'GET', path: '/api/projects/:slug/remote-imports', params: { slug: 'project' } }],
})

export const getRemoteImport = contract({
  ...organization,
  permission: 'task:read',
  effect: 'read',
  summary: 'The progress of reading, and what applying it would do',
  stale_after: ['remote_import.*'],
  input: z.strictObject({ remote_import: RemoteImportId }),
  output: RemoteImport,
  http: [{ method: 'GET', path: '/api/remote-imports/:id', params: { id: 'remote_import' } }],
})

export const applyRemoteImport = contract({
  ...organization,
  permission: 'task:write',
  effect: 'change',
  heavy: true,
  needs_person: true,
  summary: 'Apply an import that was read: items imported before are updated, never duplicated',
  input: z.strictObject({ remote_import: RemoteImportId }),
  output: RemoteImport,
  http: [{ method: 'POST', path: '/api/remote-imports/:id/apply', params: { id: 'remote_import' } }],
  rehearsal: { input: { remote_import: '$read_remote_import' } },
})

export const cancelRemoteImport = contract({
  ...organization,
  permission: 'task:write',
  effect: 'change',
  needs_person: true,
  summary: 'Stop reading, or discard what was read; nothing is changed',
  input: z.strictObject({ remote_import: RemoteImportId }),
  output: RemoteImport,
  http: [{ method: 'POST', path: '/api/remote-imports/:id/cancel', params: { id: 'remote_import' } }],
})

const job = { ...organization, permission: 'system', effect: 'change', job: true } as const
const More = z.object({ next: z.object({ remote_import_id: Id }).nullable() })

export const readRemoteImport = contract({
  ...job,
  summary: 'Read the next page of an import',
  input: z.strictObject({ remote_import_id: Id, attempt: z.int().min(1).max(20).default(1) }),
  output: More,
})

export const storeRemoteComments = contract({
  ...job,
  summary: 'Add the next comments of an import whose work is there',
  input: z.strictObject({ remote_import_id: Id }),
  output: More,
})
