import { z } from 'zod'
import { Id, contract } from '../../../kernel/contract.ts'
import { DeviceRef } from '../devices/sync-device.contract.ts'
import { kinds } from '../records/records.contract.ts'
import { components } from '../../components.contract.ts'

const SyncChange = z.object({
  kind: z.enum(kinds),
  id: Id,
  version: z.int(),
  /** Deleted, or no longer visible to the caller. */
  deleted: z.boolean(),
  record: z.record(z.string(), z.unknown()).nullable(),
})

components({ SyncChange })

export const pullChanges = contract({
  realm: 'organization',
  permission: 'sync:read',
  effect: 'read',
  summary: 'The current state of what has changed since a cursor; without a cursor, everything you can see, then what has changed',
  stale_after: ['*'],
  input: z.strictObject({
    cursor: z.string().min(1).max(400).optional(),
    limit: z.int().min(1).max(500).default(200),
    device: DeviceRef.optional().describe('The device that pulls, for the list of devices'),
  }),
  output: z.object({
    changes: z.array(SyncChange),
    /** SHA-256 in hex over one line per change: kind, id, version and `deleted` or `kept`, separated by spaces and ended by a line feed. */
    checksum: z.string(),
    /** For the next pull, even if there is nothing more. 410 means that a fresh start without a cursor is needed. */
    cursor: z.string(),
    more: z.boolean(),
    /** Part of a fresh start: whatever the device holds that none of these pages names is gone. */
    snapshot: z.boolean(),
    /** The log position that this page reaches. */
    seq: z.int(),
  }),
  http: [{ method: 'GET', path: '/api/sync/pull' }],
})
