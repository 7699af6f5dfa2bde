import { z } from 'zod'
import { Id, Timestamp, Version, contract } from '../../../kernel/contract.ts'
import { notificationKinds } from '../notifications/notification-kinds.contract.ts'
import { Timezone } from '../../identity/settings/settings.contract.ts'
import { components } from '../../components.contract.ts'

const Channels = z.strictObject({
  in_app: z.boolean(),
  mail: z.enum(['off', 'digest']),
  push: z.boolean().describe('At once, in the browsers that have subscribed; only what stands in the inbox too'),
})
const Digest = z.strictObject({ on: z.boolean(), hour: z.int().min(0).max(23), timezone: Timezone })
const Theme = z.enum(['system', 'light', 'dark'])
const Locale = z
  .string()
  .max(35)
  .regex(/^([a-z]{2,3}(-[A-Za-z0-9]{2,8})*)?$/, 'must be a language such as en or pt-BR, or empty')

/** Across all organizations; a project that is gone, or that you can no longer see, has no effect. */
const Favorites = z.array(Id).max(100)
/** Whether you are shown the getting-started checklist. */
const Checklist = z.enum(['shown', 'hidden'])

const perKind = <T extends z.ZodType>(schema: T) => z.strictObject(Object.fromEntries(notificationKinds.map((kind) => [kind, schema])))

/** A person's choices; whatever is left out follows the defaults. */
export const Choices = z.strictObject({
  notifications: perKind(Channels.partial().optional()).optional(),
  digest: Digest.partial().optional(),
  theme: Theme.optional(),
  locale: Locale.optional(),
  favorite_projects: Favorites.optional(),
  getting_started: Checklist.optional(),
})

const Preferences = z.object({
  notifications: z.record(z.enum(notificationKinds), Channels),
  digest: Digest,
  theme: Theme,
  locale: Locale,
  favorite_projects: Favorites,
  getting_started: Checklist,
  updated_at: Timestamp.nullable(),
  version: Version,
})

components({ NotificationChannels: Channels, Preferences })

export const getPreferences = contract({
  summary: 'Read your preferences: notifications, the hour of the digest, theme, language and favorite projects',
  realm: 'account',
  permission: 'self',
  effect: 'read',
  stale_after: ['preferences.updated'],
  input: z.strictObject({}),
  output: Preferences,
  http: [{ method: 'GET', path: '/api/settings/preferences' }],
})

export const updatePreferences = contract({
  summary: 'Change the given preferences; all others stay the same',
  realm: 'account',
  permission: 'self',
  effect: 'change',
  input: Choices.extend({ version: Version.optional() }),
  output: Preferences,
  http: [{ method: 'PATCH', path: '/api/settings/preferences' }],
})

export const favoriteProject = contract({
  summary: 'Add a project to your favorites, or remove it',
  realm: 'account',
  permission: 'self',
  effect: 'change',
  // Any id is accepted: it reveals nothing, and only marks what you can see anyway.
  input: z.strictObject({ project: Id, favorite: z.boolean() }),
  output: Preferences,
  http: [{ method: 'PUT', path: '/api/settings/favorites' }],
  rehearsal: { input: { favorite: true } },
})
