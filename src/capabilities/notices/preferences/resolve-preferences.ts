import type { z } from 'zod'
import type { Context, TxContext } from '../../../kernel/context.ts'
import { type NotificationKind, notificationKinds } from '../notifications/notification-kinds.contract.ts'
import type { getPreferences } from './preferences.contract.ts'
import { type Document, preferences, type PreferencesRow, takeDigestHour } from './preferences.queries.ts'

type Preferences = z.output<typeof getPreferences.output>

const told = { in_app: true, mail: 'digest' } as const
/** By default, what waits for a person is pushed at once; what they only watch or have to do some time is not. */
const pushed = (kind: NotificationKind) => kind !== 'assignment' && kind !== 'watching'
const eight = { on: true, hour: 8, timezone: '' }

/** A user's complete preferences: their choices over the defaults. A changed default applies to everything they left alone. */
export function resolvePreferences(row: PreferencesRow | undefined): Preferences {
  const { notifications, digest, theme, locale, favorite_projects, getting_started } = row?.document ?? {}
  const channels = (kind: NotificationKind) => [kind, { ...told, push: pushed(kind), ...notifications?.[kind] }] as const
  return {
    notifications: Object.fromEntries(notificationKinds.map(channels)) as Preferences['notifications'],
    digest: { ...eight, ...digest },
    theme: theme ?? 'system',
    locale: locale ?? '',
    favorite_projects: favorite_projects ?? [],
    getting_started: getting_started ?? 'shown',
    updated_at: row?.updated_at ?? null,
    version: row?.version ?? 1,
  }
}

/** Merges later choices over earlier ones, field by field. */
export function mergeChoices(before: Document, after: Document): Document {
  const kinds = notificationKinds.map((kind) => [kind, { ...before.notifications?.[kind], ...after.notifications?.[kind] }])
  return {
    ...before,
    ...after,
    notifications: Object.fromEntries(kinds) as Document['notifications'],
    digest: { ...before.digest, ...after.digest },
  }
}

/** The resolved preferences of each of these users, whether or not they have chosen any. */
export async function preferencesOf(ctx: TxContext, users: readonly string[]): Promise<(user: string) => Preferences> {
  const rows = users.length > 0 ? await ctx.tx.rows(preferences, { users }) : []
  const byUser = new Map(rows.map((row) => [row.user_id, row]))
  return (user) => resolvePreferences(byUser.get(user))
}

/** Claims this user's digest; false if it has already been claimed since `hour`. */
export async function takeDigest(ctx: Context, user: string, hour: Date): Promise<boolean> {
  return (await ctx.tx.row(takeDigestHour, { user, now: ctx.clock.now(), hour })) !== undefined
}
