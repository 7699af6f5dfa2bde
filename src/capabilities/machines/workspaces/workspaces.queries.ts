import { sql } from '../../../platform/postgres.ts'

export type WorkspaceRole = 'owner' | 'editor' | 'viewer'

export interface WorkspaceRow {
  id: string
  slug: string
  name: string
  description: string
  role: WorkspaceRole | null
  counts: { projects: number; teams: number; checkouts: number }
  created_by: string
  created_at: string
  updated_at: string
  version: number
}

export interface WorkspaceTeamRow {
  team_id: string
  handle: string
  name: string
  role: WorkspaceRole
  created_at: string
  updated_at: string
}

const byTeams = `(select wt.role from workspace_teams wt
    join teams t on t.org_id = wt.org_id and t.id = wt.team_id and t.deleted_at is null
    join team_members tm on tm.org_id = wt.org_id and tm.team_id = wt.team_id and tm.user_id = :user
  where wt.org_id = w.org_id and wt.workspace_id = w.id order by array_position(array['owner', 'editor', 'viewer'], wt.role) limit 1)`
/** Its creator and admins of the organization manage it without being in a team. */
const role = `case when w.created_by = :user or exists (select from memberships m
    where m.org_id = w.org_id and m.user_id = :user and m.role in ('owner', 'admin')) then 'owner' else ${byTeams} end` as const

/** Projects of a workspace that the caller can see. */
const seenProjects = `from workspace_projects wp join projects p on p.org_id = wp.org_id and p.id = wp.project_id and p.deleted_at is null
    and app.sees_project(p.visibility, p.id)`
const liveTeams = 'from workspace_teams wt join teams t on t.org_id = wt.org_id and t.id = wt.team_id and t.deleted_at is null'
const here = 'org_id = w.org_id and' as const

const workspace = `select w.id, w.slug, w.name, w.description, ${role} as role, w.created_by, w.created_at, w.updated_at, w.version,
    jsonb_build_object(
      'projects', (select count(*)::integer ${seenProjects} where wp.${here} wp.workspace_id = w.id),
      'teams', (select count(*)::integer ${liveTeams} where wt.${here} wt.workspace_id = w.id),
      'checkouts', (select count(*)::integer from workspace_checkouts c join tunnels t on t.org_id = c.org_id and t.id = c.tunnel_id
        where c.${here} c.workspace_id = w.id and t.deleted_at is null)) as counts
  from workspaces w where w.org_id = :org and w.deleted_at is null` as const

export const workspaceById = sql(`${workspace} and w.id = :name`).as<WorkspaceRow>()
export const workspaceBySlug = sql(`${workspace} and w.slug = :name`).as<WorkspaceRow>()
export const workspaceSlugs = sql(
  'select w.slug from workspaces w where w.org_id = :org and w.deleted_at is null order by w.updated_at desc limit 10',
).as<{ slug: string }>()
export const workspaces = sql(`${workspace} and w.id > :after and (:team::uuid is null or exists (select from workspace_teams wt
  where wt.org_id = w.org_id and wt.workspace_id = w.id and wt.team_id = :team)) order by w.id limit :limit`).as<WorkspaceRow>()

export const insertWorkspace = sql(`insert into workspaces (org_id, id, slug, name, description, created_by, created_at, updated_at)
  values (:org, :id, :slug, :name, :description, :user, :now, :now)
  on conflict (org_id, slug) where deleted_at is null do nothing returning id`).as<{ id: string }>()
export const updateWorkspace = sql(`update workspaces set name = :name, slug = :slug, description = :description, updated_at = :now,
    version = version + 1 where org_id = :org and id = :id`)
export const slugTaken = sql(
  'select true as taken from workspaces where org_id = :org and slug = :slug and deleted_at is null and id <> :id',
)

export const markDeleted = sql(
  'update workspaces set deleted_at = :now, updated_at = :now, version = version + 1 where org_id = :org and id = :id',
)
export const removeTeams = sql('delete from workspace_teams where org_id = :org and workspace_id = :id')
export const removeProjects = sql('delete from workspace_projects where org_id = :org and workspace_id = :id')

export const teamsOf = sql(`select wt.team_id, t.handle, t.name, wt.role, wt.created_at, wt.updated_at ${liveTeams}
  where wt.org_id = :org and wt.workspace_id = :workspace order by t.name, t.id limit 200`).as<WorkspaceTeamRow>()
export const teamOf = sql(`select wt.team_id, t.handle, t.name, wt.role, wt.created_at, wt.updated_at ${liveTeams}
  where wt.org_id = :org and wt.workspace_id = :workspace and wt.team_id = :team`).as<WorkspaceTeamRow>()
export const setTeam = sql(`insert into workspace_teams (org_id, workspace_id, team_id, role, created_at, updated_at)
  values (:org, :workspace, :team, :role, :now, :now)
  on conflict (org_id, workspace_id, team_id) do update set role = excluded.role, updated_at = excluded.updated_at`)
export const removeTeam = sql('delete from workspace_teams where org_id = :org and workspace_id = :workspace and team_id = :team')

export const projectNamesOf = sql(`select p.id, p.slug, p.key, p.name ${seenProjects}
  where wp.org_id = :org and wp.workspace_id = :workspace order by p.name, p.id limit 200`).as<{
  id: string
  slug: string
  key: string
  name: string
}>()
export const addProjects = sql(`insert into workspace_projects (org_id, workspace_id, project_id, created_at)
  select :org, :workspace, p.id, :now from unnest(:projects::uuid[]) as p (id) on conflict do nothing returning project_id as id`).as<{
  id: string
}>()
/** Removes all but these from the projects that the caller can see; those they can't see stay. */
export const removeOtherProjects = sql(`delete from workspace_projects x using projects p
  where x.org_id = :org and x.workspace_id = :workspace and not x.project_id = any(:projects::uuid[])
    and p.org_id = x.org_id and p.id = x.project_id and (p.deleted_at is not null or app.sees_project(p.visibility, p.id))
  returning x.project_id as id`).as<{ id: string }>()
/** Private projects among these that the caller can access only through a team and so may not share further. */
export const notOwned = sql(`select p.slug from projects p where p.org_id = :org and p.id = any(:projects::uuid[])
  and p.visibility = 'private' and not app.owns_project_access(p.id) order by p.slug limit 1`).as<{ slug: string }>()
