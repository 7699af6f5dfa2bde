import type { z } from 'zod'
import { sql } from '../../../platform/postgres.ts'
import type { Choices } from './preferences.contract.ts'

export type Document = z.output<typeof Choices>

export interface PreferencesRow {
  user_id: string
  document: Document
  updated_at: string
  version: number
}

const columns = 'user_id, document, updated_at, version'

export const preferences = sql(`select ${columns} from preferences where user_id = any(:users::uuid[])`).as<PreferencesRow>()
export const beginPreferences = sql(
  'insert into preferences (user_id, created_at, updated_at) values (:user, :now, :now) on conflict do nothing',
)
export const lockPreferences = sql(`select ${columns} from preferences where user_id = :user for update`).as<PreferencesRow>()
export const storePreferences = sql(`update preferences set document = :document, updated_at = :now, version = version + 1
  where user_id = :user returning ${columns}`).as<PreferencesRow>()

// If two workers run this concurrently, the second finds the hour taken.
export const takeDigestHour = sql(`insert into preferences (user_id, created_at, updated_at, digested_at)
  values (:user, :now, :now, :now) on conflict (user_id) do update set digested_at = excluded.digested_at
    where preferences.digested_at is null or preferences.digested_at < :hour
  returning user_id`).as<{ user_id: string }>()
