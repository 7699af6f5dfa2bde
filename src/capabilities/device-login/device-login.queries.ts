import { sql } from '../../platform/postgres.ts'

export interface RequestRow {
  client: string
  address: string | null
  device: string | null
  created_at: string
  expires_at: string
}

const columns = 'client, address, device, created_at, expires_at'

export const forgetExpired = sql('delete from auth.device_logins where expires_at < $1')
export const insertRequest = sql<{ id: string }>(`insert into auth.device_logins
    (id, device_hash, code_hash, client, address, device, created_at, expires_at, poll_seconds)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`)
export const pendingByCode = sql<RequestRow>(
  `select ${columns} from auth.device_logins where code_hash = $1 and expires_at > $2 and decision is null`,
)
export const decide = sql<RequestRow>(`update auth.device_logins set decision = $3, decided_by = $4, decided_at = $2
  where code_hash = $1 and expires_at > $2 and decision is null returning ${columns}`)

interface PollRow {
  id: string
  poll_seconds: number
  polled_at: string | null
  decision: 'approved' | 'denied' | null
  decided_by: string | null
}

// Locked, so that of parallel polls one alone gets the session.
export const lockByDevice = sql<PollRow>(`select id, poll_seconds, polled_at, decision, decided_by
  from auth.device_logins where device_hash = $1 and expires_at > $2 for update`)
export const notePoll = sql('update auth.device_logins set polled_at = $2, poll_seconds = $3 where id = $1')
export const removeRequest = sql('delete from auth.device_logins where id = $1')
export const removeDecidedBy = sql('delete from auth.device_logins where decided_by = $1')
