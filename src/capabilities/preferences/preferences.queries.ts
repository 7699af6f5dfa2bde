import type { z } from 'zod'
import { sql } from '../../platform/postgres.ts'
import type { Choices } from './preferences.contract.ts'

export type Document = z.output<typeof Choices>

export interface PreferencesRow {
  user_id: string
  document: Document
  updated_at: string
  version: number
}

const columns = 'user_id, document, updated_at, version'

export const preferences = sql<PreferencesRow>(`select ${columns} from preferences where user_id = any($1::uuid[])`)
export const beginPreferences = sql('insert into preferences (user_id, created_at, updated_at) values ($1, $2, $2) on conflict do nothing')
export const lockPreferences = sql<PreferencesRow>(`select ${columns} from preferences where user_id = $1 for update`)
export const storePreferences = sql<PreferencesRow>(`update preferences set document = $2, updated_at = $3, version = version + 1
  where user_id = $1 returning ${columns}`)

// Of two workers at once, the second finds the hour taken.
export const takeDigestHour = sql<{ user_id: string }>(`insert into preferences (user_id, created_at, updated_at, digested_at)
  values ($1, $2, $2, $2) on conflict (user_id) do update set digested_at = excluded.digested_at
    where preferences.digested_at is null or preferences.digested_at < $3
  returning user_id`)
