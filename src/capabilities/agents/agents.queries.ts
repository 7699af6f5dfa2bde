import type { Tables } from '../../platform/database-types.ts'
import { sql } from '../../platform/postgres.ts'

export interface AgentRow extends Omit<Tables['agents'], 'org_id' | 'token_id' | 'settings' | 'resumed_at'> {
  settings: Record<string, string>
}

const columns = `a.id, a.slug, a.name, a.description, a.role, a.skill_ids, a.memory_scope, a.project_id, a.model, a.client_name, a.settings,
  a.status, a.stop_reason, a.stopped_by, a.stopped_at, a.paused_until, a.public_slug, a.owner_id, a.archive_memory, a.created_at, a.updated_at, a.deleted_at, a.version`
// The one rule for who sees an agent: everybody in the organization, or whoever sees the project it works in; its owner always.
const visible = `from agents a where a.org_id = $1 and (a.project_id is null or a.owner_id = app.user()
  or exists (select from projects p where p.org_id = a.org_id and p.id = a.project_id and p.deleted_at is null
    and app.sees_project(p.visibility, p.id)))`
const find = (which: string) => sql<AgentRow>(`select ${columns} ${visible} and ${which}`)

export const agentById = find('a.deleted_at is null and a.id = $2')
export const agentBySlug = find('a.deleted_at is null and a.slug = $2')
/** The caller's own first: other people's agents may bear the same name. */
export const agentsNamed = find(`a.deleted_at is null and lower(a.name) = lower($2)
  order by (a.owner_id = app.user()) desc, a.id desc limit 5`)
export const agentForSystem = sql<AgentRow>(`select ${columns} from agents a where a.org_id = $1 and a.id = $2 and a.deleted_at is null`)
export const agentsBySlugs = find('a.deleted_at is null and a.slug = any($2::text[]) order by a.id')
export const lockedById = find('a.deleted_at is null and a.id = $2 for update of a')
export const lockedBySlug = find('a.deleted_at is null and a.slug = $2 for update of a')
export const deletedById = find('a.deleted_at is not null and a.id = $2 for update of a')
export const deletedBySlug = find('a.deleted_at is not null and a.slug = $2 for update of a')
const before = 'a.deleted_at is null and a.id < $2'
const newest = 'order by a.id desc limit $3'
export const agents = find(`${before} and ($4::uuid is null or a.project_id = $4) ${newest}`)
export const agentsOfTeam = find(`${before} and exists (select from team_members m
  where m.org_id = a.org_id and m.team_id = $4 and m.user_id = a.owner_id) ${newest}`)

export const insertAgent = sql<{ id: string }>(`insert into agents
    (org_id, id, slug, name, description, role, skill_ids, memory_scope, project_id, model, settings, owner_id, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13) on conflict do nothing returning id`)
export const updateAgent =
  sql(`update agents set name = $3, description = $4, role = $5, skill_ids = $6, memory_scope = $7, project_id = $8,
    model = $9, settings = $10, public_slug = $11, archive_memory = $12, deleted_at = $13, updated_at = $14, version = version + 1
  where org_id = $1 and id = $2`)
export const freeSlugs = sql<{ slug: string }>(`select c.slug from unnest($2::text[]) with ordinality c (slug, place)
  where not exists (select from agents a where a.org_id = $1 and a.slug = c.slug) order by c.place`)

/** An agent as the door knows it, deleted or not. */
export interface EnrolledRow {
  id: string
  slug: string
  name: string
  owner_id: string
  deleted_at: string | null
}

const enrolled = 'id, slug, name, owner_id, deleted_at'
export const agentOfToken = sql<EnrolledRow>(`select ${enrolled} from agents where org_id = $1 and token_id = $2 and client_name = $3`)
export const agentsOfToken = sql<{ count: number }>('select count(*)::int as count from agents where org_id = $1 and token_id = $2')
export const lockToken = sql("select pg_advisory_xact_lock(hashtextextended('agents ' || $1::text, 0))")
export const enrolAgent =
  sql<EnrolledRow>(`insert into agents (org_id, id, slug, name, owner_id, token_id, client_name, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8) on conflict do nothing returning ${enrolled}`)
export const isActive = sql('select from agents where org_id = $1 and id = $2 and deleted_at is null')

export interface PublicFields {
  slug: string
  name: string
  description: string
  role: string
  model: string
  organization: string
}
export const publicAgent = sql<{ fields: PublicFields; published_at: string; updated_at: string }>(
  "select fields, published_at, updated_at from published where kind = 'agent' and slug = $1",
)
export const agentNames = sql<{ id: string; slug: string; name: string }>(
  'select id, slug, name from agents where org_id = $1 and id = any($2::uuid[])',
)
