import type { Tables } from '../../platform/database-types.ts'
import { sql } from '../../platform/postgres.ts'

type Columns =
  | 'id'
  | 'slug'
  | 'key'
  | 'name'
  | 'description'
  | 'visibility'
  | 'shared_slug'
  | 'shared_parts'
  | 'created_by'
  | 'archived_at'
  | 'deleted_at'

export interface ProjectRow extends Pick<Tables['projects'], Columns | 'created_at' | 'updated_at' | 'version'> {
  settings: Record<string, string | number | boolean | null>
}

const columns = `p.id, p.slug, p.key, p.name, p.description, p.settings, p.visibility, p.shared_slug, p.shared_parts, p.created_by,
  p.archived_at, p.deleted_at, p.created_at, p.updated_at, p.version`
const visible = 'p.org_id = :org and p.deleted_at is null and app.sees_project(p.visibility, p.id)'

export const projectBySlug = sql(`select ${columns} from projects p where ${visible} and p.slug = :name`).as<ProjectRow>()
export const projectById = sql(`select ${columns} from projects p where ${visible} and p.id = :name`).as<ProjectRow>()
/** A match by key comes first. Two rows, so that the caller can tell when a name is ambiguous. */
export const projectsNamed = sql(`select ${columns} from projects p where ${visible}
  and (p.key = upper(:name) or lower(p.name) = lower(:name)) order by (p.key = upper(:name)) desc limit 2`).as<ProjectRow>()
/** By a slug that it had, newest change first, if no project has that slug or name today. */
export const projectFormerly = sql(`select ${columns} from projects p where ${visible} and :name = any(p.former_slugs)
  order by p.updated_at desc, p.id limit 1`).as<ProjectRow>()
/** By id, since another project may have taken the slug. */
export const deletedProject = sql(`select ${columns} from projects p
  where p.org_id = :org and p.deleted_at is not null and app.sees_project(p.visibility, p.id) and p.id = :name for update of p`).as<ProjectRow>()
export const projectSlugs = sql(
  `select p.slug from projects p where ${visible} and p.archived_at is null order by p.updated_at desc limit 10`,
).as<{ slug: string }>()
// One statement for both lists: `:archived` selects either the archived projects or the others.
export const projects = sql(`select ${columns},
    coalesce((select f.document -> 'favorite_projects' ? p.id::text from preferences f where f.user_id = app.user()), false) as favorite,
    exists (select from sample_projects s where s.org_id = p.org_id and s.project_id = p.id) as sample
  from projects p
  where ${visible} and (p.archived_at is not null) = :archived and p.id < :before order by p.id desc limit :limit`).as<
  ProjectRow & { favorite: boolean; sample: boolean }
>()

/** The projects of a workspace, as far as the caller can see them. */
export const projectsOfWorkspace =
  sql(`select ${columns} from workspace_projects wp join projects p on p.org_id = wp.org_id and p.id = wp.project_id
  where ${visible} and wp.workspace_id = :workspace and p.id > :after order by p.id limit :limit`).as<ProjectRow>()

export const projectsElsewhere = sql('select handle, projects from app.projects_elsewhere(:limit)').as<{
  handle: string
  projects: number
}>()

export const insertProject = sql(`insert into projects
    (org_id, id, slug, key, name, description, settings, visibility, created_by, created_at, updated_at)
  values (:org, :id, :slug, :key, :name, :description, :settings, :visibility, :user, :now, :now) on conflict do nothing returning id`).as<{
  id: string
}>()
export const updateProject = sql(`update projects set slug = :slug, name = :name,
    former_slugs = case when slug = :slug then former_slugs else trim_array(array_prepend(slug, array_remove(former_slugs, :slug)),
      case when cardinality(former_slugs) = 20 and :slug <> all(former_slugs) then 1 else 0 end) end, description = :description, settings = :settings, visibility = :visibility, archived_at = :archived_at,
    deleted_at = :deleted_at, shared_slug = :shared_slug, shared_parts = :shared_parts, updated_at = :now, version = version + 1
  where org_id = :org and id = :id`)

const member = `select u.id as user_id, u.handle, u.name, pm.created_at from project_members pm join users u on u.id = pm.user_id
  where pm.org_id = :org and pm.project_id = :project`
export const projectMembers = sql(`${member} and pm.user_id > :after order by pm.user_id limit :limit`).as<{
  user_id: string
  handle: string
  name: string
  created_at: string
}>()
export const projectMember = sql(`${member} and pm.user_id = :user_id`).as<{
  user_id: string
  handle: string
  name: string
  created_at: string
}>()
export const insertProjectMember = sql(
  'insert into project_members (org_id, project_id, user_id, created_at) values (:org, :project, :user_id, :now) on conflict do nothing',
)
export const deleteProjectMember = sql('delete from project_members where org_id = :org and project_id = :project and user_id = :user_id')

/** The ways in which a team has access to a project, with the roles: its own grants, and those of its workspaces. */
const waysOfTeam = `(select tp.org_id, tp.project_id, tp.role, null::uuid as workspace_id, null::text as workspace from team_projects tp
    where tp.org_id = :org and tp.team_id = :team
  union all select wt.org_id, wp.project_id, wt.role, w.id, w.name from workspace_teams wt
    join workspaces w on w.org_id = wt.org_id and w.id = wt.workspace_id
    join workspace_projects wp on wp.org_id = wt.org_id and wp.workspace_id = wt.workspace_id
    where wt.org_id = :org and wt.team_id = :team)` as const
export interface TeamProjectRow extends ProjectRow {
  role: 'owner' | 'editor' | 'viewer'
  by: { workspace_id: string | null; workspace: string | null; role: 'owner' | 'editor' | 'viewer' }[]
}
/** The projects of a team, as far as the caller can see them. */
export const projectsOfTeam = sql(`select ${columns}, g.role, g.by from projects p
    join (select x.org_id, x.project_id, (array_agg(x.role order by array_position(array['owner', 'editor', 'viewer'], x.role)))[1] as role,
        jsonb_agg(jsonb_build_object('workspace_id', x.workspace_id, 'workspace', x.workspace, 'role', x.role) order by x.workspace nulls first) as by
      from ${waysOfTeam} x group by x.org_id, x.project_id) g on g.org_id = p.org_id and g.project_id = p.id
  where ${visible} and p.id > :after order by p.id limit :limit`).as<TeamProjectRow>()
export const projectIdsOfTeam =
  sql(`select distinct p.id from projects p join ${waysOfTeam} x on x.org_id = p.org_id and x.project_id = p.id
  where ${visible} limit 1000`).as<{ id: string }>()

export interface TeamGrantRow {
  team_id: string
  project_id: string
  slug: string
  name: string
  role: 'editor' | 'viewer'
  created_at: string
  updated_at: string
}
export const teamGrant = sql(`select tp.team_id, tp.project_id, p.slug, p.name, tp.role, tp.created_at, tp.updated_at
  from team_projects tp join projects p on p.org_id = tp.org_id and p.id = tp.project_id
  where tp.org_id = :org and tp.team_id = :team and tp.project_id = :project`).as<TeamGrantRow>()
export const grantTeam = sql(`insert into team_projects (org_id, team_id, project_id, role, granted_by, created_at, updated_at)
  values (:org, :team, :project, :role, :user, :now, :now)
  on conflict (org_id, team_id, project_id) do update set role = excluded.role, granted_by = excluded.granted_by, updated_at = excluded.updated_at`)
export const revokeTeam = sql('delete from team_projects where org_id = :org and team_id = :team and project_id = :project')

/** Whether the caller has access to this project themselves, not just through a team. */
export const ownsAccess = sql('select app.owns_project_access(:project) as owns').as<{ owns: boolean }>()

export const onlyReads = sql('select app.only_reads_project(:visibility, :project) as read_only').as<{ read_only: boolean }>()

/** The projects of the organization that this user may not see: what a live stream must withhold. */
export const hiddenProjects = sql(
  `select p.id from projects p where p.org_id = :org and (p.visibility = 'private' or app.only_project() is not null) and not app.sees_project(p.visibility, p.id)`,
).as<{ id: string }>()

/** Which of these users may see this project: `app.sees_project` for users other than the caller. */
export const whoSee = sql(`select m.user_id from memberships m join projects p on p.org_id = m.org_id and p.id = :project
  where m.org_id = :org and m.user_id = any(:users::uuid[]) and p.deleted_at is null and (p.visibility = 'organization' or m.role in ('owner', 'admin')
    or exists (select from project_members pm where pm.org_id = m.org_id and pm.project_id = p.id and pm.user_id = m.user_id)
    or app.team_role(m.org_id, p.id, m.user_id) is not null)
  order by m.user_id`).as<{ user_id: string }>()

/** The private projects that each of these users may not see, deleted ones included. */
export const hiddenFrom = sql(`select u.id as user_id, p.id as project_id
  from projects p cross join unnest(:users::uuid[]) as u (id) where p.org_id = :org and p.visibility = 'private'
    and not exists (select from memberships m where m.org_id = p.org_id and m.user_id = u.id and m.role in ('owner', 'admin'))
    and not exists (select from project_members pm where pm.org_id = p.org_id and pm.project_id = p.id and pm.user_id = u.id)
    and app.team_role(p.org_id, p.id, u.id) is null`).as<{
  user_id: string
  project_id: string
}>()

export const publish = sql(`insert into published (kind, slug, org_id, item_id, fields, published_at, updated_at)
  values ('project', :shared_slug, :org, :project, :fields, :updated_at, :updated_at)
  on conflict (kind, slug) do update set updated_at = excluded.updated_at, fields = excluded.fields || coalesce(
    (select jsonb_object_agg(part.key, part.value) from jsonb_each(published.fields) part where excluded.fields -> 'parts' ? part.key), '{}')`)
export const unpublish = sql("delete from published where org_id = :org and kind = 'project' and item_id = :project")
export const publicProject = sql("select fields, published_at, updated_at from published where kind = 'project' and slug = :slug").as<{
  fields: {
    slug: string
    name: string
    description: string
    /** The parts chosen to be shown; missing for a project shared by an earlier version. */
    parts?: string[]
    progress?: Record<'backlog' | 'todo' | 'in_progress' | 'in_review' | 'complete' | 'cancelled', number>
    roadmap?: { title: string; status: string; due_on: string | null; tasks: { total: number; complete: number } }[]
  }
  published_at: string
  updated_at: string
}>()
export const organizationToShareIn = sql('select handle, sandbox_of is not null as sandbox from organizations where id = :org').as<{
  handle: string
  sandbox: boolean
}>()
