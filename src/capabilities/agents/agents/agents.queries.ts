import type { Tables } from '../../../platform/database-types.ts'
import { sql, update } from '../../../platform/postgres.ts'

export interface AgentRow extends Omit<Tables['agents'], 'org_id' | 'token_id' | 'settings' | 'resumed_at'> {
  settings: Record<string, string>
}

const columns = `a.id, a.slug, a.name, a.description, a.role, a.skill_ids, a.memory_scope, a.project_id, a.model, a.client_name, a.settings,
  a.status, a.stop_reason, a.stopped_by, a.stopped_at, a.paused_until, a.public_slug, a.owner_id, a.archive_memory, a.created_at, a.updated_at, a.deleted_at, a.version`
// The only rule for who sees an agent: everybody in the organization or, if it works in one project, whoever sees that; its owner always,
// except within a run, which sees one project.
const visible = `(a.project_id is null or (a.owner_id = app.user() and app.only_project() is null)
  or exists (select from projects p where p.org_id = a.org_id and p.id = a.project_id and p.deleted_at is null
    and app.sees_project(p.visibility, p.id)))`
const find = <Which extends string>(which: Which) =>
  sql(`select ${columns} from agents a where a.org_id = :org and ${visible} and ${which}`).as<AgentRow>()

export const agentById = find('a.deleted_at is null and a.id = :name')
export const agentBySlug = find('a.deleted_at is null and a.slug = :name')
/** The caller's own first: other people's agents may have the same name. */
export const agentsNamed = find(`a.deleted_at is null and lower(a.name) = lower(:name)
  order by (a.owner_id = app.user()) desc, a.id desc limit 5`)
export const agentForSystem = sql(
  `select ${columns} from agents a where a.org_id = :org and a.id = :id and a.deleted_at is null`,
).as<AgentRow>()
export const agentsBySlugs = find('a.deleted_at is null and a.slug = any(:slugs::text[]) order by a.id')
export const lockedById = find('a.deleted_at is null and a.id = :name for no key update of a')
export const lockedBySlug = find('a.deleted_at is null and a.slug = :name for no key update of a')
export const deletedById = find('a.deleted_at is not null and a.id = :name for no key update of a')
export const deletedBySlug = find('a.deleted_at is not null and a.slug = :name for no key update of a')
const before = 'a.deleted_at is null and a.id < :before'
const newest = 'order by a.id desc limit :limit'
export const agents = find(`${before} and (:within::uuid is null or a.project_id = :within) ${newest}`)
export const agentsOfTeam = find(`${before} and exists (select from team_members m
  where m.org_id = a.org_id and m.team_id = :team and m.user_id = a.owner_id) ${newest}`)

export const insertAgent = sql(`insert into agents
    (org_id, id, slug, name, description, role, skill_ids, memory_scope, project_id, model, settings, owner_id, created_at, updated_at)
  values (:org, :id, :slug, :name, :description, :role, :skill_ids, :memory_scope, :project, :model, :settings, :user, :now, :now) on conflict do nothing returning id`).as<{
  id: string
}>()
const changeable = [
  'name',
  'description',
  'role',
  'skill_ids',
  'memory_scope',
  'project_id',
  'model',
  'settings',
  'public_slug',
  'archive_memory',
  'deleted_at',
  'updated_at',
] as const
export const updateAgent = sql(`${update('agents', changeable)}, version = version + 1 where org_id = :org and id = :id`)
export const freeSlugs = sql(`select c.slug from unnest(:slugs::text[]) with ordinality c (slug, place)
  where not exists (select from agents a where a.org_id = :org and a.slug = c.slug) order by c.place`).as<{ slug: string }>()

export const isActive = sql('select from agents where org_id = :org and id = :id and deleted_at is null')

export interface PublicFields {
  slug: string
  name: string
  description: string
  role: string
  model: string
  organization: string
}
export const publicAgent = sql("select fields, published_at, updated_at from published where kind = 'agent' and slug = :slug").as<{
  fields: PublicFields
  published_at: string
  updated_at: string
}>()
export const agentNames = sql('select id, slug, name from agents where org_id = :org and id = any(:ids::uuid[])').as<{
  id: string
  slug: string
  name: string
}>()
