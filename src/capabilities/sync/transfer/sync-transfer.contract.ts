import { z } from 'zod'
import { Cursor, Id, Timestamp, contract, ref } from '../../../kernel/contract.ts'
import { kinds } from '../records/records.contract.ts'

const ExportRef = ref('sync_export', Id)
const maxAtOnce = 500

/** The file is served by its own route, which starts here and then reads page by page. */
export const startExport = contract({
  realm: 'organization',
  permission: 'sync:read',
  effect: 'create',
  needs_person: true,
  summary: 'Start an export of everything you can see in the organization',
  creates: { ref: 'sync_export', field: 'id' },
  input: z.strictObject({ attachments: z.boolean().default(true) }),
  output: z.object({ id: Id, attachments: z.boolean(), created_at: Timestamp }),
})

export const readExport = contract({
  realm: 'organization',
  permission: 'sync:read',
  effect: 'read',
  summary: 'A page of an export that was started within the last hour',
  input: z.strictObject({ export: ExportRef, cursor: Cursor.optional() }),
  output: z.object({
    records: z.array(
      z.object({
        kind: z.enum(kinds),
        id: Id,
        version: z.int(),
        record: z.record(z.string(), z.unknown()),
        file: z.string().nullable(),
      }),
    ),
    next_cursor: z.string().nullable(),
  }),
})

const Imported = z.object({
  kind: z.enum(kinds),
  id: Id,
  version: z.int().min(1).max(2_147_483_647),
  record: z.record(z.string(), z.unknown()),
})
const manage = { realm: 'organization', permission: 'sync:manage', needs_person: true } as const

/** The file is received by its own route, which checks it as a whole and then stores it in batches. */
export const checkImport = contract({
  ...manage,
  effect: 'read',
  summary: 'Which names of an export are taken in the organization already',
  input: z.strictObject({
    projects: z.array(z.object({ id: Id, slug: z.string().max(200), key: z.string().max(200) })).max(5000),
    people: z.array(z.string().max(100)).max(5000),
  }),
  output: z.object({
    /** Slugs or keys that other projects here already use. */
    taken: z.array(z.string()),
    /** People who are not members here; nothing is assigned to them. */
    unknown_people: z.array(z.string()),
  }),
  rehearsal: { input: { projects: [], people: [] } },
})

export const importRecords = contract({
  ...manage,
  effect: 'change',
  summary: 'Store a batch of an export or, with relate, connect what was stored; what already exists stays as it is',
  input: z.strictObject({ relate: z.boolean(), records: z.array(Imported).min(1).max(maxAtOnce) }),
  output: z.object({ stored: z.int() }),
  rehearsal: {
    input: {
      relate: false,
      records: [
        {
          kind: 'workflow',
          id: '01980000-0000-7000-8000-000000000001',
          version: 1,
          record: {
            slug: 'rehearsed',
            name: 'Rehearsed',
            description: '',
            gates: [{ key: 'review', name: 'Review', kind: 'review', reviews: 1 }],
            created_at: '2026-01-01T00:00:00Z',
            updated_at: '2026-01-01T00:00:00Z',
          },
        },
      ],
    },
  },
})
