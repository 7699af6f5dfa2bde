import { event } from '../../../kernel/events.ts'

/** What it was and what it is; of what is sealed, only whether it is set. */
export const settingUpdated = event<{ key: string; before: Record<string, unknown>; after: Record<string, unknown> }>(
  'setting.updated',
  () => ({}),
)
export const settingsSeeded = event<{ settings: string[]; plans: string[]; categories: string[] }>('settings.seeded', () => ({}))
