import { z } from 'zod'
import { Id, Timestamp, contract, ref } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { Name } from '../../vocabulary.contract.ts'

export const DeviceRef = ref('sync_device', Id)
const ConflictRef = ref('sync_conflict', Id)

const SyncDevice = z.object({
  id: Id,
  name: z.string(),
  client: z.string(),
  /** The last mutation that was applied or rejected; push continues with the next one. */
  last_mid: z.int(),
  last_push_at: Timestamp.nullable(),
  last_pull_at: Timestamp.nullable(),
  last_pull_seq: z.int().nullable(),
  created_at: Timestamp,
})
const SyncConflict = z.object({
  id: Id,
  device_id: Id,
  kind: z.enum(['task', 'note']),
  subject_id: Id,
  /** Title of the task or note and, for a task, its key; null if it is gone or the caller may no longer see it. */
  key: z.string().nullable(),
  title: z.string().nullable(),
  field: z.string(),
  /** The text that lost the merge. */
  text: z.string(),
  created_at: Timestamp,
})

components({ SyncDevice, SyncConflict })

const own = { realm: 'organization', permission: 'sync:write' } as const

export const registerSyncDevice = contract({
  ...own,
  summary: 'Register one of your devices for sync',
  effect: 'create',
  creates: { ref: 'sync_device', field: 'id' },
  input: z.strictObject({
    name: Name,
    client: z
      .string()
      .max(64)
      .regex(/^[\w.@/ -]*$/, 'must be the name and version of the client')
      .default(''),
  }),
  output: SyncDevice,
  http: [{ method: 'POST', path: '/api/sync/devices/register' }],
})

export const removeSyncDevice = contract({
  ...own,
  summary: 'Remove one of your devices; whatever it has not pushed yet is refused',
  effect: 'delete',
  input: z.strictObject({ device: DeviceRef }),
  output: SyncDevice,
  http: [{ method: 'DELETE', path: '/api/sync/devices/:id', params: { id: 'device' } }],
})

export const getSyncStatus = contract({
  realm: 'organization',
  permission: 'sync:read',
  effect: 'read',
  summary: 'Your devices with what they last pushed and pulled, texts that lost a merge, and when you can export again',
  stale_after: ['sync.*'],
  input: z.strictObject({}),
  output: z.object({
    /** The end of the log: a device whose last_pull_seq is smaller has something to pull. */
    head: z.int(),
    devices: z.array(SyncDevice),
    conflicts: z.array(SyncConflict),
    last_export_at: Timestamp.nullable(),
    next_export_at: Timestamp.nullable(),
  }),
  http: [{ method: 'GET', path: '/api/sync/status' }],
})

export const resolveSyncConflict = contract({
  ...own,
  summary: 'Dismiss a text that lost a merge',
  effect: 'delete',
  input: z.strictObject({ conflict: ConflictRef }),
  output: SyncConflict,
  http: [{ method: 'DELETE', path: '/api/sync/conflicts/:id', params: { id: 'conflict' } }],
  rehearsal: { input: { conflict: '$sync_conflict' } },
})
