import type { StoredSetting } from '../../../platform/instance-settings.ts'
import { sql } from '../../../platform/postgres.ts'

export interface SettingRow extends StoredSetting {
  updated_by: string | null
  updated_at: string
  version: number
}

export const storedSettings = sql('select key, value, sealed from instance_settings').as<StoredSetting>()
export const settingRow = sql(
  'select key, value, sealed, updated_by, updated_at, version from instance_settings where key = :key',
).as<SettingRow>()
export const lockSetting = sql(
  'select key, value, sealed, updated_by, updated_at, version from instance_settings where key = :key for update',
).as<SettingRow>()
export const saveSetting = sql(`insert into instance_settings (key, value, sealed, updated_by, created_at, updated_at)
    values (:key, :value, :sealed, :by, :now, :now)
  on conflict (key) do update set value = excluded.value, sealed = excluded.sealed, updated_by = excluded.updated_by, updated_at = excluded.updated_at,
    version = instance_settings.version + 1`)
/** Insert-only: never overwrites what an administrator has chosen. */
export const seedSetting = sql(`insert into instance_settings (key, value, created_at, updated_at) values (:key, :value, :now, :now)
  on conflict do nothing returning key`).as<{ key: string }>()
export const ownAddress = sql('select email from auth.accounts where user_id = :user').as<{ email: string }>()
