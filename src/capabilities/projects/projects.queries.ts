import type { Tables } from '../../platform/database-types.ts'
import { sql } from '../../platform/postgres.ts'

type Columns = 'id' | 'slug' | 'key' | 'name' | 'description' | 'visibility' | 'shared_slug' | 'created_by' | 'archived_at' | 'deleted_at'

export interface ProjectRow extends Pick<Tables['projects'], Columns | 'created_at' | 'updated_at' | 'version'> {
  settings: Record<string, string | number | boolean | null>
}

const columns = `p.id, p.slug, p.key, p.name, p.description, p.settings, p.visibility, p.shared_slug, p.created_by,
  p.archived_at, p.deleted_at, p.created_at, p.updated_at, p.version`
const visible = 'p.org_id = $1 and p.deleted_at is null and app.sees_project(p.visibility, p.id)'

export const projectBySlug = sql<ProjectRow>(`select ${columns} from projects p where ${visible} and p.slug = $2`)
export const projectById = sql<ProjectRow>(`select ${columns} from projects p where ${visible} and p.id = $2`)
/** By key first; by name only where no other has it. */
export const projectsNamed = sql<ProjectRow>(`select ${columns} from projects p where ${visible}
  and (p.key = upper($2) or lower(p.name) = lower($2)) order by (p.key = upper($2)) desc limit 2`)
/** By id: a slug may have been taken by another since. */
export const deletedProject = sql<ProjectRow>(`select ${columns} from projects p
  where p.org_id = $1 and p.deleted_at is not null and app.sees_project(p.visibility, p.id) and p.id = $2 for update of p`)
export const projectSlugs = sql<{ slug: string }>(
  `select p.slug from projects p where ${visible} and p.archived_at is null order by p.updated_at desc limit 10`,
)
// Archived first or last is one question, so the list is one statement: true lists the archived ones.
export const projects = sql<ProjectRow>(`select ${columns} from projects p
  where ${visible} and (p.archived_at is not null) = $2 and p.id < $3 order by p.id desc limit $4`)

export const projectsElsewhere = sql<{ handle: string; projects: number }>('select handle, projects from app.projects_elsewhere($1)')

export const insertProject = sql<{ id: string }>(`insert into projects
    (org_id, id, slug, key, name, description, settings, visibility, created_by, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) on conflict do nothing returning id`)
export const updateProject = sql(`update projects set name = $3, description = $4, settings = $5, visibility = $6, archived_at = $7,
    deleted_at = $8, shared_slug = $9, updated_at = $10, version = version + 1
  where org_id = $1 and id = $2`)

const member = `select u.id as user_id, u.handle, u.name, pm.created_at from project_members pm join users u on u.id = pm.user_id
  where pm.org_id = $1 and pm.project_id = $2`
export const projectMembers = sql<{ user_id: string; handle: string; name: string; created_at: string }>(
  `${member} and pm.user_id > $3 order by pm.user_id limit $4`,
)
export const projectMember = sql<{ user_id: string; handle: string; name: string; created_at: string }>(`${member} and pm.user_id = $3`)
export const insertProjectMember = sql(
  'insert into project_members (org_id, project_id, user_id, created_at) values ($1, $2, $3, $4) on conflict do nothing',
)
export const deleteProjectMember = sql('delete from project_members where org_id = $1 and project_id = $2 and user_id = $3')

/** The private projects of the organization this user may not see: what a live stream must hold back. */
export const hiddenProjects = sql<{ id: string }>(
  `select p.id from projects p where p.org_id = $1 and p.visibility = 'private' and not app.sees_project(p.visibility, p.id)`,
)

/** Of these users, those who may see this project: `app.sees_project` for others than the caller. */
export const whoSee = sql<{ user_id: string }>(`select m.user_id from memberships m join projects p on p.org_id = m.org_id and p.id = $2
  where m.org_id = $1 and m.user_id = any($3::uuid[]) and p.deleted_at is null and (p.visibility = 'organization' or m.role in ('owner', 'admin')
    or exists (select from project_members pm where pm.org_id = m.org_id and pm.project_id = p.id and pm.user_id = m.user_id))
  order by m.user_id`)

/** The private projects that each of these users may not see, deleted ones included. */
export const hiddenFrom = sql<{ user_id: string; project_id: string }>(`select u.id as user_id, p.id as project_id
  from projects p cross join unnest($2::uuid[]) as u (id) where p.org_id = $1 and p.visibility = 'private'
    and not exists (select from memberships m where m.org_id = p.org_id and m.user_id = u.id and m.role in ('owner', 'admin'))
    and not exists (select from project_members pm where pm.org_id = p.org_id and pm.project_id = p.id and pm.user_id = u.id)`)

export const publish = sql(`insert into published (kind, slug, org_id, item_id, fields, published_at, updated_at)
  values ('project', $2, $1, $3, $4, $5, $5)
  on conflict (kind, slug) do update set fields = excluded.fields, updated_at = excluded.updated_at`)
export const unpublish = sql("delete from published where org_id = $1 and kind = 'project' and item_id = $2")
export const publicProject = sql<{ fields: { slug: string; name: string; description: string }; published_at: string; updated_at: string }>(
  "select fields, published_at, updated_at from published where kind = 'project' and slug = $1",
)
export const organizationToShareIn = sql<{ handle: string; sandbox: boolean }>(
  'select handle, sandbox_of is not null as sandbox from organizations where id = $1',
)
