import { sql } from '../../../platform/postgres.ts'

/** An agent as the door knows it, deleted or not. */
export interface EnrolledRow {
  id: string
  slug: string
  name: string
  owner_id: string
  deleted_at: string | null
}

const enrolled = 'id, slug, name, owner_id, deleted_at'
export const agentOfToken = sql(
  `select ${enrolled} from agents where org_id = :org and token_id = :token and client_name = :client`,
).as<EnrolledRow>()
export const agentsOfToken = sql('select count(*)::int as count from agents where org_id = :org and token_id = :token').as<{
  count: number
}>()
export const lockToken = sql("select pg_advisory_xact_lock(hashtextextended('agents ' || :token_id::text, 0))")
export const enrolAgent = sql(`insert into agents (org_id, id, slug, name, owner_id, token_id, client_name, created_at, updated_at)
  values (:org, :id, :slug, :name, :user, :token_id, :client_name, :now, :now) on conflict do nothing returning ${enrolled}`).as<EnrolledRow>()
