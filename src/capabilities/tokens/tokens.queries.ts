import type { Tables } from '../../platform/database-types.ts'
import { sql } from '../../platform/postgres.ts'

type Columns = 'id' | 'name' | 'agent_id' | 'prefix' | 'last_four' | 'created_at' | 'expires_at' | 'last_used_at' | 'revoked_at'

export interface TokenRow extends Pick<Tables['auth.tokens'], Columns> {
  organization_id: string
}

const columns = 'id, name, org_id as organization_id, agent_id, prefix, last_four, created_at, expires_at, last_used_at, revoked_at'

export const insertToken = sql<TokenRow>(`insert into auth.tokens
    (id, user_id, org_id, agent_id, kind, name, hash, prefix, last_four, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${columns}`)
export const listTokens = sql<TokenRow>(
  `select ${columns} from auth.tokens where user_id = $1 and kind = $2 and id < $3 order by id desc limit $4`,
)
export const revokeToken = sql<TokenRow>(`update auth.tokens set revoked_at = coalesce(revoked_at, $4)
  where id = $1 and user_id = $2 and kind = $3 returning ${columns}`)
export const findAgent = sql<{ id: string }>(
  'select id from agents where org_id = $1 and (id::text = $2 or slug = $2) and deleted_at is null',
)
