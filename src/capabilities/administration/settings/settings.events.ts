import { event } from '../../../kernel/events.ts'

/** The values before and after; for sealed fields, only whether they are set. */
export const settingUpdated = event<{ key: string; before: Record<string, unknown>; after: Record<string, unknown> }>(
  'setting.updated',
  () => ({}),
)
export const settingsSeeded = event<{ settings: string[]; plans: string[]; categories: string[] }>('settings.seeded', () => ({}))
