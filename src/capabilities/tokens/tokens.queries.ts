import type { Tables } from '../../platform/database-types.ts'
import { sql } from '../../platform/postgres.ts'

type Columns = 'id' | 'name' | 'agent_id' | 'prefix' | 'last_four' | 'created_at' | 'expires_at' | 'last_used_at' | 'revoked_at'

export interface TokenRow extends Pick<Tables['auth.tokens'], Columns> {
  organization_id: string
  scopes: string[]
  mode: 'live' | 'test'
}

const columns = `id, name, org_id as organization_id, agent_id, prefix, last_four, coalesce(scopes, '{*}') as scopes,
  case prefix when 'svc_test_' then 'test' else 'live' end as mode, created_at, expires_at, last_used_at, revoked_at`

export const insertToken = sql<TokenRow>(`insert into auth.tokens
    (id, user_id, org_id, agent_id, kind, name, hash, prefix, last_four, scopes, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning ${columns}`)
export const listTokens = sql<TokenRow>(
  `select ${columns} from auth.tokens where user_id = $1 and kind = $2 and id < $3 order by id desc limit $4`,
)
export const revokeToken = sql<TokenRow>(`update auth.tokens set revoked_at = coalesce(revoked_at, $4)
  where id = $1 and user_id = $2 and kind = $3 returning ${columns}`)
/** An agent's work counts as its owner's, so a token that acts as one is its owner's too. */
export const findAgent = sql<{ id: string }>(
  'select id from agents where org_id = $1 and (id::text = $2 or slug = $2) and owner_id = $3 and deleted_at is null',
)

export const openSandbox = sql<{ id: string }>('select app.open_sandbox($1) as id')
export const replaceSandbox = sql('select app.reset_sandbox($1)')
export const sandboxById = sql<{ id: string; handle: string; name: string }>('select id, handle, name from organizations where id = $1')
export const isSandbox = sql('select from organizations where id = $1 and sandbox_of is not null')
export const membershipOf = sql<{ id: string; role: 'owner' | 'admin' | 'member' | 'viewer' }>(`select o.id, m.role from organizations o
  join memberships m on m.org_id = o.id and m.user_id = $1 where (o.id::text = $2 or o.handle = $2) and o.deleted_at is null`)

export const forgetTickets = sql('delete from auth.ws_tickets where user_id = $1 and expires_at <= $2')
export const insertTicket = sql(
  'insert into auth.ws_tickets (hash, user_id, session_id, created_at, expires_at) values ($1, $2, $3, $4, $5)',
)
