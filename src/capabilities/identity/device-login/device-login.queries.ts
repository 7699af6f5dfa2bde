import { sql } from '../../../platform/postgres.ts'

export interface RequestRow {
  client: string
  address: string | null
  device: string | null
  created_at: string
  expires_at: string
}

const columns = 'client, address, device, created_at, expires_at'

export const purgeExpired = sql('delete from auth.device_logins where expires_at < :now')
export const insertRequest = sql(`insert into auth.device_logins
    (id, device_hash, code_hash, client, address, device, created_at, expires_at, poll_seconds)
  values (:id, :device_hash, :code_hash, :client, :address, :device, :now, :expires_at, :interval) on conflict do nothing returning id`).as<{
  id: string
}>()
export const pendingByCode = sql(
  `select ${columns} from auth.device_logins where code_hash = :code_hash and expires_at > :now and decision is null`,
).as<RequestRow>()
export const decide = sql(`update auth.device_logins set decision = :decision, decided_by = :user, decided_at = :now
  where code_hash = :code_hash and expires_at > :now and decision is null returning ${columns}`).as<RequestRow>()

interface PollRow {
  id: string
  poll_seconds: number
  polled_at: string | null
  decision: 'approved' | 'denied' | null
  decided_by: string | null
}

// Locked, so that only one of several parallel polls gets the session.
export const lockByDevice = sql(`select id, poll_seconds, polled_at, decision, decided_by
  from auth.device_logins where device_hash = :hash and expires_at > :now for update`).as<PollRow>()
export const notePoll = sql('update auth.device_logins set polled_at = :now, poll_seconds = :interval where id = :id')
export const removeRequest = sql('delete from auth.device_logins where id = :id')
export const removeDecidedBy = sql('delete from auth.device_logins where decided_by = :user')
