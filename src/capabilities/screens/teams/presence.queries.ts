import { sql } from '../../../platform/postgres.ts'

export interface PersonRow {
  user_id: string
  handle: string
  name: string
  avatar: string | null
}
export const people = sql(`select u.id as user_id, u.handle, u.name, u.avatar from memberships m join users u on u.id = m.user_id
  where m.org_id = :org and m.user_id = any(:users::uuid[]) order by lower(u.name), u.id`).as<PersonRow>()

/** Those of the given agents that the caller sees; for a team, those of its members. */
export const agentsHere = sql(`select a.id as agent_id, a.slug, a.name, a.owner_id from agents a
    left join projects p on p.org_id = a.org_id and p.id = a.project_id
  where a.org_id = :org and a.id = any(:agents::uuid[]) and a.deleted_at is null and (a.project_id is null or app.sees_project(p.visibility, p.id))
    and (:users::uuid[] is null or a.owner_id = any(:users::uuid[])) order by lower(a.name), a.id`).as<{
  agent_id: string
  slug: string
  name: string
  owner_id: string
}>()

/** Where somebody is: those of the given places that both the caller and the person there may see. */
export const places = sql(`select h.user_id, p.id as project_id, p.slug as project, f.id as feature_id, f.ref as feature
  from unnest(:users::uuid[], :projects::uuid[], :features::uuid[]) as h (user_id, project_id, feature_id)
    join projects p on p.org_id = :org and p.id = h.project_id and p.deleted_at is null and app.sees_project(p.visibility, p.id)
    left join features f on f.org_id = p.org_id and f.id = h.feature_id and f.deleted_at is null
  where p.visibility = 'organization' or app.team_role(:org, p.id, h.user_id) is not null
    or exists (select from memberships m where m.org_id = :org and m.user_id = h.user_id and m.role in ('owner', 'admin'))
    or exists (select from project_members pm where pm.org_id = :org and pm.project_id = p.id and pm.user_id = h.user_id)
  order by p.slug, f.ref nulls first`).as<{
  user_id: string
  project_id: string
  project: string
  feature_id: string | null
  feature: string | null
}>()
