import type { z } from 'zod'
import { notificationKinds, type NotificationKind } from '../notifications/notification-kinds.contract.ts'
import type { getPreferences } from './preferences.contract.ts'
import type { Document, PreferencesRow } from './preferences.queries.ts'

export type Preferences = z.output<typeof getPreferences.output>

const told = { in_app: true, mail: 'digest' } as const
const eight = { on: true, hour: 8, timezone: '' }

/** The whole of somebody's preferences: their choices over the defaults, which may change under what they left alone. */
export function resolvePreferences(row: PreferencesRow | undefined): Preferences {
  const { notifications, digest, theme, locale } = row?.document ?? {}
  const channels = (kind: NotificationKind) => [kind, { ...told, ...notifications?.[kind] }] as const
  return {
    notifications: Object.fromEntries(notificationKinds.map(channels)) as Preferences['notifications'],
    digest: { ...eight, ...digest },
    theme: theme ?? 'system',
    locale: locale ?? '',
    updated_at: row?.updated_at ?? null,
    version: row?.version ?? 1,
  }
}

/** Later choices over earlier ones, field by field. */
export function mergeChoices(before: Document, after: Document): Document {
  const kinds = notificationKinds.map((kind) => [kind, { ...before.notifications?.[kind], ...after.notifications?.[kind] }])
  return {
    ...before,
    ...after,
    notifications: Object.fromEntries(kinds) as Document['notifications'],
    digest: { ...before.digest, ...after.digest },
  }
}
