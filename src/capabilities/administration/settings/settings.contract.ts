import { z } from 'zod'
import { Id, Timestamp, Version, contract } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { Email } from '../../vocabulary.contract.ts'

const administrator = { realm: 'instance', permission: 'administrator' } as const
/** Each has a schema in `platform/instance-settings.ts`. */
const Key = z.enum(['general', 'registration', 'mail', 'banner', 'impersonation'])

const Setting = z.object({
  key: Key,
  describes: z.string(),
  /** The values in effect; for sealed fields, only whether they are set. */
  value: z.record(z.string(), z.unknown()),
  /** Fields set by the environment, which are read-only here. */
  fixed: z.array(z.object({ field: z.string(), variable: z.string() })),
  /** Fields that are sealed and never shown. */
  secret: z.array(z.string()),
  schema: z.record(z.string(), z.unknown()),
  updated_by: Id.nullable(),
  updated_at: Timestamp.nullable(),
  version: z.int(),
})

components({ Setting })

export const listSettings = contract({
  ...administrator,
  effect: 'read',
  summary: 'List the settings of the instance with their schemas',
  stale_after: [],
  input: z.strictObject({}),
  output: z.object({ settings: z.array(Setting) }),
  http: [{ method: 'GET', path: '/api/admin/settings' }],
})

export const getSetting = contract({
  ...administrator,
  effect: 'read',
  summary: 'A setting of the instance: its current values, which of them the environment sets, and its schema',
  stale_after: [],
  input: z.strictObject({ key: Key }),
  output: Setting,
  http: [{ method: 'GET', path: '/api/admin/settings/:key' }],
})

export const updateSetting = contract({
  ...administrator,
  effect: 'change',
  needs_person: true,
  summary: 'Change fields of a setting; for the mail server, a test message is sent first, and nothing is saved if that fails',
  input: z.strictObject({ key: Key, value: z.record(z.string().max(40), z.unknown()), version: Version.optional() }),
  output: Setting,
  http: [{ method: 'PATCH', path: '/api/admin/settings/:key' }],
  rehearsal: { input: { key: 'general', value: { name: 'Baton' } } },
})

const Seeded = z.object({ settings: z.array(z.string()), plans: z.array(z.string()), categories: z.array(z.string()) })

export const seedSettings = contract({
  ...administrator,
  effect: 'change',
  summary: 'Store the default settings, plans and categories that are missing; what is there stays as it is',
  input: z.strictObject({}),
  output: Seeded,
  http: [{ method: 'POST', path: '/api/admin/settings/seed' }],
})

/** What `npm run seed` does after the migrations. */
export const loadDefaults = contract({
  realm: 'instance',
  permission: 'system',
  effect: 'change',
  summary: 'Load default data: settings, plans and categories that are missing',
  input: z.strictObject({}),
  output: Seeded,
})

export const sendTestEmail = contract({
  ...administrator,
  effect: 'change',
  needs_person: true,
  summary: 'Send a test message through the mail server, to yourself or a given address; at most five in ten minutes',
  input: z.strictObject({ to: Email.optional() }),
  output: z.object({ sent: z.boolean(), to: z.string(), error: z.string().nullable() }),
  http: [{ method: 'POST', path: '/api/admin/settings/test-email' }],
})
