import { sql } from '../../platform/postgres.ts'

export interface GrantRow {
  id: string
  organization_id: string
  client_id: string
  client_name: string
  redirect_host: string
  scopes: string[]
  created_at: string
  expires_at: string
  revoked_at: string | null
}

const columns = 'id, org_id as organization_id, client_id, client_name, redirect_host, scopes, created_at, expires_at, revoked_at'

export const insertGrant = sql<GrantRow>(`insert into auth.oauth_grants
    (id, user_id, org_id, client_id, client_name, redirect_host, resource, scopes, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${columns}`)
export const listGrants = sql<GrantRow>(`select ${columns} from auth.oauth_grants where user_id = $1 and id < $2 order by id desc limit $3`)
export const revokeGrant = sql<GrantRow>(
  `update auth.oauth_grants set revoked_at = coalesce(revoked_at, $3) where id = $1 and user_id = $2 returning ${columns}`,
)
export const revokeGrantsOf = sql('update auth.oauth_grants set revoked_at = $2 where user_id = $1 and revoked_at is null')

/** A code, a refresh token and an account count as long as the grant's owner may still be there. */
export const accountHolds = sql<{ user_id: string }>(`select a.user_id from auth.accounts a
  where a.user_id = $1 and a.suspended_at is null and a.closed_at is null and ($2::uuid is null or exists (
    select from auth.oauth_grants g join memberships m on m.org_id = g.org_id and m.user_id = g.user_id
      join organizations o on o.id = g.org_id and o.deleted_at is null
    where g.id = $2 and g.user_id = a.user_id and g.revoked_at is null and g.expires_at > $3))`)

interface RecordRow {
  hash: Buffer
  payload: Buffer
  consumed_at: string | null
}

export const upsertRecord = sql(`insert into auth.oidc_records (model, hash, payload, uid_hash, grant_id, audience, scopes, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (model, hash) do update set payload = excluded.payload, uid_hash = excluded.uid_hash, grant_id = excluded.grant_id,
    audience = excluded.audience, scopes = excluded.scopes, expires_at = excluded.expires_at`)
export const findRecord = sql<RecordRow>(
  'select hash, payload, consumed_at from auth.oidc_records where model = $1 and hash = $2 and expires_at > $3',
)
export const findRecordByUid = sql<RecordRow>(
  'select hash, payload, consumed_at from auth.oidc_records where model = $1 and uid_hash = $2 and expires_at > $3',
)
export const consumeRecord = sql<{ model: string }>(
  'update auth.oidc_records set consumed_at = $3 where model = $1 and hash = $2 and consumed_at is null returning model',
)
export const deleteRecord = sql('delete from auth.oidc_records where model = $1 and hash = $2')
export const keepRecord = sql('update auth.oidc_records set expires_at = $3 where model = $1 and hash = $2')

/** Consumed codes and refresh tokens stay until they expire, so that their reuse is still known as such. */
export const endGrant = sql(`with ended as (update auth.oauth_grants set revoked_at = coalesce(revoked_at, $2) where id = $1)
  delete from auth.oidc_records where grant_id = $1`)

export interface TokenOwnerRow {
  grant_id: string
  user_id: string
  personal_org_id: string
  org_id: string
  role: 'owner' | 'admin' | 'member' | 'viewer'
  scopes: string[] | null
  email_verified: boolean
}

const owner = `auth.oauth_grants g join auth.accounts a on a.user_id = g.user_id and a.suspended_at is null and a.closed_at is null
    join memberships m on m.org_id = g.org_id and m.user_id = g.user_id
    join organizations o on o.id = g.org_id and o.deleted_at is null`

/** Whose access token this is: one look at the primary key, and along keys from there. */
export const findAccessToken = sql<TokenOwnerRow>(`select g.id as grant_id, g.user_id, a.personal_org_id, g.org_id, m.role, r.scopes,
    a.email_verified_at is not null as email_verified
  from auth.oidc_records r join (${owner}) on g.id = r.grant_id
  where r.model = 'AccessToken' and r.hash = $1 and r.audience = any($2::text[]) and r.expires_at > $3
    and g.revoked_at is null and g.expires_at > $3`)

/** Of many open streams' grants, those that still hold. */
export const standingGrants = sql<{ id: string }>(
  `select g.id from ${owner} where g.id = any($1::uuid[]) and g.revoked_at is null and g.expires_at > $2`,
)
