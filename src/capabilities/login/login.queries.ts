import { sql } from '../../platform/postgres.ts'

export interface AccountRow {
  id: string
  handle: string
  name: string
  email: string
  email_verified: boolean
  role: 'user' | 'admin'
  personal_organization_id: string
  bio: string
  location: string
  url: string
  timezone: string
  avatar: string | null
  cover: string | null
  created_at: string
  password_hash: string | null
  suspended_at: string | null
}

const account = `select u.id, u.handle, u.name, a.email, a.email_verified_at is not null as email_verified, a.role,
    a.personal_org_id as personal_organization_id, u.bio, u.location, u.url, u.timezone, u.avatar, u.cover, u.created_at, a.password_hash, a.suspended_at
  from auth.accounts a join users u on u.id = a.user_id`

export const accountByEmail = sql<AccountRow>(`${account} where a.email = $1 and u.deleted_at is null`)
export const accountById = sql<AccountRow>(`${account} where a.user_id = $1 and u.deleted_at is null`)

export const insertHandle = sql<{ handle: string }>(
  "insert into handles (handle, kind, id) values ($1, 'user', $2) on conflict do nothing returning handle",
)
export const takenHandles = sql<{ handle: string }>('select handle from handles where handle = any($1::text[])')
export const insertUser = sql('insert into users (id, handle, name, created_at, updated_at) values ($1, $2, $3, $4, $4)')
export const insertOrganization = sql(
  'insert into organizations (id, handle, name, personal_of, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)',
)
export const insertMembership = sql(
  "insert into memberships (org_id, user_id, role, created_at, updated_at) values ($1, $2, 'owner', $3, $3)",
)
export const insertLogHead = sql('insert into log_heads (org_id) values ($1)')
export const insertAccount = sql<{ user_id: string }>(`insert into auth.accounts
    (user_id, email, email_verified_at, password_hash, role, personal_org_id, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict (email) do nothing returning user_id`)

export const insertSession = sql(`insert into auth.sessions
    (id, user_id, kind, method, refresh_hash, authenticated_at, address, device, created_at, last_used_at, idle_until, ends_at)
  values ($1, $2, $10, $3, $4, $5, $6, $7, $5, $5, $8, $9)`)

export interface SessionRow {
  id: string
  user_id: string
  kind: 'interactive' | 'device'
  refresh_hash: Buffer
  previous_hash: Buffer | null
  rotated_at: string | null
  idle_until: string
  ends_at: string
  ended_at: string | null
}

const session = 'select id, user_id, kind, refresh_hash, previous_hash, rotated_at, idle_until, ends_at, ended_at from auth.sessions'

// The row is locked so that parallel refreshes queue up.
export const sessionToRefresh = sql<SessionRow>(`${session} where id = $1 for update`)
// Two unique indexes, either of which may hold the digest of a token that does not name its session yet.
export const sessionByRefresh = sql<SessionRow>(`${session} where refresh_hash = $1 or previous_hash = $1 for update`)
export const rotateSession = sql(`update auth.sessions set previous_hash = refresh_hash, refresh_hash = $2, rotated_at = $3,
    last_used_at = $3, idle_until = least($4::timestamptz, ends_at) where id = $1`)
export const endSession = sql<{ id: string }>(
  'update auth.sessions set ended_at = $2, ended_why = $3 where id = $1 and ended_at is null returning id',
)

export const sessionOfDevice = sql<{ id: string }>(`select s.id from auth.sessions s join auth.accounts a on a.user_id = s.user_id
  where s.id = $1 and a.email = $2 and (s.ended_why is null or s.ended_why = 'logout')`)

// Guesses at one account or from one address are looked at one after another, so that parallel ones all count.
export const lockAttempts = sql("select pg_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 0))")
export const countAttempts = sql<{ count: number }>(
  'select count(*)::integer as count from auth.attempts where kind = $1 and key = $2 and at > $3',
)
export const insertAttempt = sql('insert into auth.attempts (kind, key, at) values ($1, $2, $3)')
export const forgetAttempts = sql('delete from auth.attempts where kind = $1 and key = $2')

export const administratorExists = sql<{ exists: boolean }>(`select exists (select from auth.accounts
  where role = 'admin' and suspended_at is null and closed_at is null) as exists`)
export const insertSetupLink = sql('insert into auth.setup_links (hash, email, created_at, expires_at) values ($1, $2, $3, $4)')
export const setupLink = sql<{ email: string }>(
  'select email from auth.setup_links where hash = $1 and used_at is null and expires_at > $2',
)
export const useSetupLink = sql<{ email: string }>(
  'update auth.setup_links set used_at = $2 where hash = $1 and used_at is null and expires_at > $2 returning email',
)

interface Found {
  id: string
  kind: 'interactive' | 'device' | 'mcp' | 'api_key'
  user_id: string
  agent_id: string | null
  scopes: string[] | null
  authenticated_at: string | null
  instance_role: 'user' | 'admin'
  email_verified: boolean
  personal_org_id: string
  org_id: string | null
  org_handle: string | null
  role: 'owner' | 'admin' | 'member' | 'viewer' | null
}
export type { Found as CredentialRow }

const membership = 'left join (memberships m join organizations o on o.id = m.org_id and o.deleted_at is null)'

export const findSession = sql<Found>(`select s.id, s.kind, s.user_id, null as agent_id, null as scopes, s.authenticated_at,
    a.role as instance_role, a.email_verified_at is not null as email_verified, a.personal_org_id, m.org_id, o.handle as org_handle, m.role
  from auth.sessions s join auth.accounts a on a.user_id = s.user_id
  ${membership} on m.user_id = s.user_id
    and m.org_id = coalesce($2::uuid, (select id from organizations where handle = $3), case when $3::text is null then a.personal_org_id end)
  where s.id = $1 and s.ended_at is null and s.idle_until > $4 and s.ends_at > $4 and a.suspended_at is null and a.closed_at is null`)

export const findToken = sql<Found>(`select t.id, t.kind, t.user_id, t.agent_id, t.scopes, null as authenticated_at,
    a.role as instance_role, a.email_verified_at is not null as email_verified, a.personal_org_id, m.org_id, o.handle as org_handle, m.role
  from auth.tokens t join auth.accounts a on a.user_id = t.user_id
  ${membership} on m.user_id = t.user_id and m.org_id = t.org_id
  where t.hash = $1 and t.revoked_at is null and t.expires_at > $2 and a.suspended_at is null and a.closed_at is null`)

export const findExpiredToken = sql<{ expires_at: string }>(
  "select expires_at from auth.tokens where hash = $1 and kind = 'mcp' and revoked_at is null and expires_at <= $2",
)

/** Of many open streams' credentials, those that still hold: one statement for a whole node. */
export const stillValid = sql<{ id: string; org_id: string }>(`
  select s.id, m.org_id from auth.sessions s join auth.accounts a on a.user_id = s.user_id
    join memberships m on m.user_id = s.user_id and m.org_id = any($2::uuid[])
    join organizations o on o.id = m.org_id and o.deleted_at is null
    where s.id = any($1::uuid[]) and s.ended_at is null and s.idle_until > $3 and s.ends_at > $3 and a.suspended_at is null and a.closed_at is null
  union all
  select t.id, m.org_id from auth.tokens t join auth.accounts a on a.user_id = t.user_id
    join memberships m on m.user_id = t.user_id and m.org_id = t.org_id
    join organizations o on o.id = m.org_id and o.deleted_at is null
    where t.id = any($1::uuid[]) and t.revoked_at is null and t.expires_at > $3 and a.suspended_at is null and a.closed_at is null`)

export const useTicket = sql<{ session_id: string }>('delete from auth.ws_tickets where hash = $1 and expires_at > $2 returning session_id')
export const sessionIdByRefresh = sql<{ id: string }>('select id from auth.sessions where refresh_hash = $1 or previous_hash = $1')

export const touchTokens = sql('update auth.tokens set last_used_at = $2 where id = any($1::uuid[])')

export const removePassword = sql(
  `update auth.accounts set password_hash = null, email_verified_at = $2, updated_at = $2 where user_id = $1`,
)
export const endSessionsOf = sql('update auth.sessions set ended_at = $2, ended_why = $3 where user_id = $1 and ended_at is null')
export const revokeTokensOf = sql('update auth.tokens set revoked_at = $2 where user_id = $1 and revoked_at is null')
export const renewAuthentication = sql(
  "update auth.sessions set authenticated_at = $2 where id = $1 and kind = 'interactive' and ended_at is null",
)
