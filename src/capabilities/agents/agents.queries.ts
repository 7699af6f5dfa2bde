import { sql } from '../../platform/postgres.ts'

export interface AgentRow {
  id: string
  slug: string
  name: string
  owner_id: string
}

export const agentByName = sql<AgentRow>(`select id, slug, name, owner_id from agents
  where org_id = $1 and (id::text = $2 or slug = $2) and deleted_at is null`)
export const agentOfToken = sql<AgentRow>(`select id, slug, name, owner_id from agents
  where org_id = $1 and token_id = $2 and client_name = $3 and deleted_at is null`)
export const insertAgent =
  sql<AgentRow>(`insert into agents (org_id, id, slug, name, owner_id, token_id, client_name, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8) on conflict do nothing returning id, slug, name, owner_id`)
