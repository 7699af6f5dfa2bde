import { sql } from '../../../platform/postgres.ts'

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
  public_profile: boolean
  created_at: string
  password_hash: string | null
  suspended_at: string | null
  suspended_until: string | null
  suspend_reason: string | null
}

const account = `select u.id, u.handle, u.name, a.email, a.email_verified_at is not null as email_verified, a.role,
    a.personal_org_id as personal_organization_id, u.bio, u.location, u.url, u.timezone, u.avatar, u.cover, u.public_profile, u.created_at, a.password_hash, a.suspended_at,
    a.suspended_until, a.suspend_reason
  from auth.accounts a join users u on u.id = a.user_id`

export const accountByEmail = sql(`${account} where a.email = :email and u.deleted_at is null`).as<AccountRow>()
export const accountById = sql(`${account} where a.user_id = :user and u.deleted_at is null`).as<AccountRow>()

export const insertHandle = sql(
  "insert into handles (handle, kind, id) values (:handle, 'user', :user) on conflict do nothing returning handle",
).as<{ handle: string }>()
export const takenHandles = sql('select handle from handles where handle = any(:handles::text[])').as<{ handle: string }>()
export const insertUser = sql('insert into users (id, handle, name, created_at, updated_at) values (:id, :handle, :name, :now, :now)')
export const insertOrganization = sql(
  'insert into organizations (id, handle, name, personal_of, created_at, updated_at) values (:id, :handle, :name, :user, :now, :now)',
)
export const insertMembership = sql(
  "insert into memberships (org_id, user_id, role, created_at, updated_at) values (:org, :user, 'owner', :now, :now)",
)
export const insertLogHead = sql('insert into log_heads (org_id) values (:org)')
export const insertAccount = sql(`insert into auth.accounts
    (user_id, email, email_verified_at, password_hash, role, personal_org_id, created_at, updated_at)
  values (:user, :email, :verified_at, :password_hash, :role, :organization, :now, :now) on conflict (email) do nothing returning user_id`).as<{
  user_id: string
}>()

export const insertSession = sql(`insert into auth.sessions
    (id, user_id, kind, method, refresh_hash, authenticated_at, address, device, created_at, last_used_at, idle_until, ends_at)
  values (:id, :user, :kind, :method, :refresh_hash, :now, :address, :device, :now, :now, :idle_until, :ends_at)`)

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

export const sessionToRefresh = sql(`${session} where id = :id`).as<SessionRow>()
// A token that doesn't name its session yet is found by its digest, in either of two unique indexes.
export const sessionByRefresh = sql(`${session} where refresh_hash = :hash or previous_hash = :hash`).as<SessionRow>()
// Compare-and-set instead of a lock: of many tabs one rotates the token, and the others wait only to see that it has.
export const rotateSession = sql(`update auth.sessions set previous_hash = refresh_hash, refresh_hash = :next, rotated_at = :now,
    last_used_at = :now, idle_until = least(:idle_until::timestamptz, ends_at)
  where id = :id and refresh_hash = :given and ended_at is null returning id`).as<{ id: string }>()
export const endSession = sql(
  'update auth.sessions set ended_at = :now, ended_why = :ended_why where id = :session and ended_at is null returning id',
).as<{ id: string }>()

// Serializes guesses at one account or from one address, so that parallel ones all count.
export const lockAttempts = sql("select pg_advisory_xact_lock(hashtextextended(:kind || ' ' || :key, 0))")
export const countAttempts = sql(
  'select count(*)::integer as count from auth.attempts where kind = :kind and key = :key and at > :since',
).as<{ count: number }>()
export const insertAttempt = sql('insert into auth.attempts (kind, key, at) values (:kind, :key, :now)')
export const purgeAttempts = sql('delete from auth.attempts where kind = :kind and key = :key')

export const administratorExists = sql(`select exists (select from auth.accounts
  where role = 'admin' and suspended_at is null and closed_at is null) as exists`).as<{ exists: boolean }>()
/** Only the newest link is valid: an older one may stand in a log or a mailbox. */
export const voidSetupLinks = sql('update auth.setup_links set used_at = :now where used_at is null and expires_at > :now')
export const insertSetupLink = sql(
  'insert into auth.setup_links (hash, email, created_at, expires_at) values (:hash, :email, :now, :expires_at)',
)
export const setupLink = sql('select email from auth.setup_links where hash = :hash and used_at is null and expires_at > :now').as<{
  email: string
}>()
export const useSetupLink = sql(
  'update auth.setup_links set used_at = :now where hash = :hash and used_at is null and expires_at > :now returning email',
).as<{ email: string }>()

interface Found {
  id: string
  kind: 'interactive' | 'device' | 'mcp' | 'api_key' | 'impersonation'
  user_id: string
  agent_id: string | null
  scopes: string[] | null
  run_id: string | null
  project_id: string | null
  authenticated_at: string | null
  instance_role: 'user' | 'admin'
  email_verified: boolean
  personal_org_id: string
  org_id: string | null
  org_handle: string | null
  role: 'owner' | 'admin' | 'member' | 'viewer' | null
  log_seq: number | null
  own_log_seq: number | null
  impersonator?: string
}
export type { Found as CredentialRow }

/** The positions of the logs that the caller may follow. Whatever is read afterwards includes at least as much. */
const positions = `(select h.seq from log_heads h where h.org_id = m.org_id order by h.place desc limit 1) as log_seq,
    (select h.seq from log_heads h where h.org_id = a.personal_org_id order by h.place desc limit 1) as own_log_seq`
const membership = 'left join (memberships m join organizations o on o.id = m.org_id and o.deleted_at is null)'

export const findSession =
  sql(`select s.id, s.kind, s.user_id, null as agent_id, null as scopes, null as run_id, null as project_id, s.authenticated_at,
    a.role as instance_role, a.email_verified_at is not null as email_verified, a.personal_org_id, m.org_id, o.handle as org_handle, m.role,
    ${positions}
  from auth.sessions s join auth.accounts a on a.user_id = s.user_id
  ${membership} on m.user_id = s.user_id
    and m.org_id = coalesce(:org::uuid, (select id from organizations where handle = :handle), case when :handle::text is null then a.personal_org_id end)
  where s.id = :id and s.ended_at is null and s.idle_until > :now and s.ends_at > :now and a.suspended_at is null and a.closed_at is null`).as<Found>()

// Either side's login, account or role may end in the meantime, and the impersonation ends with it.
const impersonated = `auth.impersonations i join auth.sessions s on s.id = i.session_id
    join auth.accounts ad on ad.user_id = i.administrator_id and ad.role = 'admin' and ad.suspended_at is null and ad.closed_at is null
    join auth.accounts a on a.user_id = i.user_id and a.role <> 'admin' and a.suspended_at is null and a.closed_at is null`
const impersonating = <Now extends string>(now: Now) =>
  `i.ended_at is null and i.ends_at > ${now} and s.ended_at is null and s.idle_until > ${now} and s.ends_at > ${now}` as const
/** By the login session that began it, or by a ticket issued under it. */
export const findImpersonation =
  sql(`select i.id, 'impersonation' as kind, i.user_id, i.administrator_id as impersonator, null as agent_id, null as scopes, null as run_id,
    null as project_id, null as authenticated_at, a.role as instance_role, a.email_verified_at is not null as email_verified, a.personal_org_id,
    m.org_id, o.handle as org_handle, m.role, ${positions}
  from ${impersonated}
  ${membership} on m.user_id = i.user_id
    and m.org_id = coalesce(:org::uuid, (select id from organizations where handle = :handle), case when :handle::text is null then a.personal_org_id end)
  where i.id = :id and (:session::uuid is null or i.session_id = :session) and ${impersonating(':now')}`).as<Found>()

const token = `select t.id, t.kind, t.user_id, t.agent_id, t.scopes, t.run_id, t.project_id, null as authenticated_at,
    a.role as instance_role, a.email_verified_at is not null as email_verified, a.personal_org_id, m.org_id, o.handle as org_handle, m.role,
    ${positions}
  from auth.tokens t join auth.accounts a on a.user_id = t.user_id
  ${membership} on m.user_id = t.user_id and m.org_id = t.org_id
  where t.revoked_at is null and t.expires_at > :now and a.suspended_at is null and a.closed_at is null` as const
export const findToken = sql(`${token} and t.hash = :hash`).as<Found>()
export const findTokenById = sql(`${token} and t.id = :id`).as<Found>()

export const findExpiredToken = sql(
  "select expires_at from auth.tokens where hash = :hash and kind = 'mcp' and revoked_at is null and expires_at <= :now",
).as<{ expires_at: string }>()

/** Which credentials of many open streams are still valid: one statement for a whole node. */
export const stillValid = sql(`
  select s.id, m.org_id from auth.sessions s join auth.accounts a on a.user_id = s.user_id
    join memberships m on m.user_id = s.user_id and m.org_id = any(:orgs::uuid[])
    join organizations o on o.id = m.org_id and o.deleted_at is null
    where s.id = any(:ids::uuid[]) and s.ended_at is null and s.idle_until > :now and s.ends_at > :now and a.suspended_at is null and a.closed_at is null
  union all
  select t.id, m.org_id from auth.tokens t join auth.accounts a on a.user_id = t.user_id
    join memberships m on m.user_id = t.user_id and m.org_id = t.org_id
    join organizations o on o.id = m.org_id and o.deleted_at is null
    where t.id = any(:ids::uuid[]) and t.revoked_at is null and t.expires_at > :now and a.suspended_at is null and a.closed_at is null
  union all
  select i.id, m.org_id from ${impersonated}
    join memberships m on m.user_id = i.user_id and m.org_id = any(:orgs::uuid[])
    join organizations o on o.id = m.org_id and o.deleted_at is null
    where i.id = any(:ids::uuid[]) and ${impersonating(':now')}`).as<{
  id: string
  org_id: string
}>()

export const useTicket = sql(
  'delete from auth.ws_tickets where hash = :hash and expires_at > :now returning session_id, token_id, impersonation_id',
).as<{
  session_id: string | null
  token_id: string | null
  impersonation_id: string | null
}>()
export const sessionIdByRefresh = sql('select id from auth.sessions where refresh_hash = :hash or previous_hash = :hash').as<{
  id: string
}>()

export const touchTokens = sql('update auth.tokens set last_used_at = :now where id = any(:tokens::uuid[])')

export const removePassword = sql(
  `update auth.accounts set password_hash = null, email_verified_at = :now, updated_at = :now where user_id = :user`,
)
export const endSessionsOf = sql('update auth.sessions set ended_at = :now, ended_why = :why where user_id = :user and ended_at is null')
export const revokeTokensOf = sql('update auth.tokens set revoked_at = :now where user_id = :user and revoked_at is null')
export const renewAuthentication = sql(
  "update auth.sessions set authenticated_at = :now where id = :session and kind = 'interactive' and ended_at is null",
)
