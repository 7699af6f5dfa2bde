import type { Tables } from '../../../platform/database-types.ts'
import { sql } from '../../../platform/postgres.ts'

type Columns = 'id' | 'name' | 'agent_id' | 'prefix' | 'last_four' | 'created_at' | 'expires_at' | 'last_used_at' | 'revoked_at'

export interface TokenRow extends Pick<Tables['auth.tokens'], Columns> {
  organization_id: string
  scopes: string[]
  mode: 'live' | 'test'
}

const columns = `id, name, org_id as organization_id, agent_id, prefix, last_four, coalesce(scopes, '{*}') as scopes,
  case prefix when 'svc_test_' then 'test' else 'live' end as mode, created_at, expires_at, last_used_at, revoked_at`

export const insertToken = sql(`insert into auth.tokens
    (id, user_id, org_id, agent_id, kind, name, hash, prefix, last_four, scopes, created_at, expires_at)
  values (:id, :user, :org, :agent, :kind, :name, :hash, :prefix, :last_four, :scopes, :now, :expires_at) returning ${columns}`).as<TokenRow>()
export const listTokens = sql(
  `select ${columns} from auth.tokens where user_id = :user and kind = :kind and run_id is null and id < :before order by id desc limit :limit`,
).as<TokenRow>()
export const revokeToken = sql(`update auth.tokens set revoked_at = coalesce(revoked_at, :now)
  where id = :id and user_id = :user and kind = :kind returning ${columns}`).as<TokenRow>()
/** An agent's work counts as its owner's, so only its owner may have a token that acts as it. */
export const findAgent = sql(
  'select id from agents where org_id = :org and (id::text = :agent or slug = :agent) and owner_id = :user and deleted_at is null',
).as<{ id: string }>()

export const openSandbox = sql('select app.open_sandbox(:id) as id').as<{ id: string }>()
export const replaceSandbox = sql('select app.reset_sandbox(:sandbox)')
export const sandboxById = sql('select id, handle, name from organizations where id = :sandbox').as<{
  id: string
  handle: string
  name: string
}>()
export const isSandbox = sql('select from organizations where id = :org and sandbox_of is not null')
export const membershipOf = sql(`select o.id, m.role from organizations o
  join memberships m on m.org_id = o.id and m.user_id = :user where (o.id::text = :name or o.handle = :name) and o.deleted_at is null`).as<{
  id: string
  role: 'owner' | 'admin' | 'member' | 'viewer'
}>()

export const purgeTickets = sql('delete from auth.ws_tickets where user_id = :user and expires_at <= :now')
export const insertTicket = sql(`insert into auth.ws_tickets (hash, user_id, session_id, token_id, impersonation_id, created_at, expires_at)
  values (:hash, :user, :session, :token, :impersonation, :now, :expires_at)`)
