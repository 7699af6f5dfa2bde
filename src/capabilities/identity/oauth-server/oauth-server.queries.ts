import { sql } from '../../../platform/postgres.ts'

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

export const insertGrant = sql(`insert into auth.oauth_grants
    (id, user_id, org_id, client_id, client_name, redirect_host, resource, scopes, created_at, expires_at)
  values (:id, :user, :org, :client_id, :client_name, :redirect_host, :resource, :scopes, :now, :expires_at) returning ${columns}`).as<GrantRow>()
export const listGrants = sql(
  `select ${columns} from auth.oauth_grants where user_id = :user and id < :before order by id desc limit :limit`,
).as<GrantRow>()
export const revokeGrant = sql(
  `update auth.oauth_grants set revoked_at = coalesce(revoked_at, :now) where id = :id and user_id = :user returning ${columns}`,
).as<GrantRow>()
export const revokeGrantsOf = sql('update auth.oauth_grants set revoked_at = :now where user_id = :user and revoked_at is null')

/** A code, a refresh token and an account are valid only while the owner of the grant still has access. */
export const accountHolds = sql(`select a.user_id from auth.accounts a
  where a.user_id = :user and a.suspended_at is null and a.closed_at is null and (:id::uuid is null or exists (
    select from auth.oauth_grants g join memberships m on m.org_id = g.org_id and m.user_id = g.user_id
      join organizations o on o.id = g.org_id and o.deleted_at is null
    where g.id = :id and g.user_id = a.user_id and g.revoked_at is null and g.expires_at > :now))`).as<{ user_id: string }>()

interface RecordRow {
  hash: Buffer
  payload: Buffer
  consumed_at: string | null
}

export const upsertRecord = sql(`insert into auth.oidc_records (model, hash, payload, uid_hash, grant_id, audience, scopes, expires_at)
  values (:model, :hash, :payload, :uid_hash, :grant, :audience, :scopes, :expires_at)
  on conflict (model, hash) do update set payload = excluded.payload, uid_hash = excluded.uid_hash, grant_id = excluded.grant_id,
    audience = excluded.audience, scopes = excluded.scopes, expires_at = excluded.expires_at`)
export const findRecord = sql(
  'select hash, payload, consumed_at from auth.oidc_records where model = :model and hash = :hash and expires_at > :now',
).as<RecordRow>()
export const findRecordByUid = sql(
  'select hash, payload, consumed_at from auth.oidc_records where model = :model and uid_hash = :hash and expires_at > :now',
).as<RecordRow>()
export const consumeRecord = sql(
  'update auth.oidc_records set consumed_at = :now where model = :model and hash = :hash and consumed_at is null returning model',
).as<{ model: string }>()
export const deleteRecord = sql('delete from auth.oidc_records where model = :model and hash = :hash')
export const keepRecord = sql('update auth.oidc_records set expires_at = :until where model = :model and hash = :hash')

/** Consumed codes and refresh tokens stay until they expire, so that reusing one is recognized as such; ending the grant deletes them all. */
export const endGrant = sql(`with ended as (update auth.oauth_grants set revoked_at = coalesce(revoked_at, :now) where id = :grant)
  delete from auth.oidc_records where grant_id = :grant`)

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

/** The owner of an access token: one lookup by primary key, then joins along keys. */
export const findAccessToken = sql(`select g.id as grant_id, g.user_id, a.personal_org_id, g.org_id, m.role, r.scopes,
    a.email_verified_at is not null as email_verified
  from auth.oidc_records r join (${owner}) on g.id = r.grant_id
  where r.model = 'AccessToken' and r.hash = :hash and r.audience = any(:audiences::text[]) and r.expires_at > :now
    and g.revoked_at is null and g.expires_at > :now`).as<TokenOwnerRow>()

/** Which grants of many open streams are still valid. */
export const activeGrants = sql(
  `select g.id from ${owner} where g.id = any(:ids::uuid[]) and g.revoked_at is null and g.expires_at > :now`,
).as<{ id: string }>()
