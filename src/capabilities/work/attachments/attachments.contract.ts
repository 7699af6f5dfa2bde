import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page, ref } from '../../../kernel/contract.ts'
import { ItemKind, TaskRef, stamps } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

const AttachmentRef = ref('attachment', Id)
// No path separators, control characters or direction overrides: a name must read like what it is.
const FileName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^(?!\.{1,2}$)[^\p{Cc}\p{Cs}/\\\u202a-\u202e\u2066-\u2069]+$/u, 'must be a file name without folders')
const StoredFile = z.string().regex(/^[0-9a-f]{32}\.bin$/)

export const Attachment = z.object({
  id: Id,
  item_id: Id,
  name: z.string(),
  content_type: z.string(),
  size: z.int(),
  created_by: Id,
  created_by_agent_id: Id.nullable(),
  deleted_at: Timestamp.nullable(),
  ...stamps,
})

components({ Attachment })

const of = { item: TaskRef, kind: ItemKind.optional() }
const ofItem = { path: '/api/items/:key/attachments', params: { key: 'item' } } as const
const ofTask = { path: '/api/tasks/:key/attachments', params: { key: 'item' }, fixed: { kind: 'task' } } as const
const oneOfItem = { path: '/api/items/:key/attachments/:id', params: { key: 'item', id: 'attachment' } } as const
const oneOfTask = { path: '/api/tasks/:key/attachments/:id', params: { key: 'item', id: 'attachment' }, fixed: { kind: 'task' } } as const

/** Uploads have their own route, which detects what a file is, stores it and then calls this. */
export const createAttachment = contract({
  realm: 'organization',
  permission: 'task:write',
  effect: 'create',
  summary: 'Attach a stored file to a task, story or epic',
  creates: { ref: 'attachment', field: 'id' },
  input: z.strictObject({
    ...of,
    file: StoredFile,
    name: FileName,
    content_type: z.string().max(100),
    size: z.int().min(0).max(67_108_864),
  }),
  output: Attachment,
  rehearsal: { input: { file: '00000000000000000000000000000000.bin', content_type: 'text/plain' } },
})

/** Downloads have their own route, which calls this to find the file. */
export const openAttachment = contract({
  realm: 'organization',
  permission: 'task:read',
  effect: 'read',
  summary: 'Where the file of an attachment is stored',
  input: z.strictObject({ attachment: AttachmentRef }),
  output: z.object({ file: z.string(), name: z.string(), content_type: z.string() }),
})

export const listAttachments = contract({
  realm: 'organization',
  permission: 'task:read',
  effect: 'read',
  summary: 'List the attachments of a task, story or epic, newest first',
  stale_after: ['attachment.*'],
  input: z.strictObject({ ...of, limit: Limit, cursor: Cursor.optional() }),
  output: page(Attachment),
  http: [
    { method: 'GET', ...ofItem },
    { method: 'GET', ...ofTask },
  ],
})

export const deleteAttachment = contract({
  realm: 'organization',
  permission: 'task:write',
  effect: 'delete',
  summary: 'Delete an attachment; its file is removed soon after',
  input: z.strictObject({ ...of, attachment: AttachmentRef }),
  output: Attachment,
  http: [
    { method: 'DELETE', ...oneOfItem },
    { method: 'DELETE', ...oneOfTask },
  ],
})

export const removeDiscardedFiles = contract({
  realm: 'instance',
  permission: 'system',
  effect: 'delete',
  job: true,
  summary: 'Remove the files of attachments that were deleted',
  input: z.strictObject({}),
  output: z.object({ removed: z.int() }),
})

export const removeOrphanedFiles = contract({
  realm: 'instance',
  permission: 'system',
  effect: 'delete',
  job: true,
  summary: 'Remove files that no row has named for a day: of uploads whose server ended in between',
  input: z.strictObject({}),
  output: z.object({ removed: z.int() }),
})
