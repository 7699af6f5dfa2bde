import { sql } from '../../../platform/postgres.ts'

interface Place {
  id: string
  handle: string
  name: string
}

const place = "jsonb_build_object('id', o.id, 'handle', o.handle, 'name', o.name) as organization"

export const overview = sql('select app.user_overview(:id, :now) as counts').as<{ counts: Record<string, number> }>()
export const loginOf =
  sql(`select a.closed_at, (select s.created_at from auth.sessions s where s.user_id = a.user_id order by s.id desc limit 1) as last_login_at,
    (select s.plan_id from subscriptions s where s.org_id = a.personal_org_id and s.status <> 'canceled' and (s.ends_at is null or s.ends_at > :now)) as plan
  from auth.accounts a where a.user_id = :id`).as<{ closed_at: string | null; last_login_at: string | null; plan: string | null }>()
export const organizationsOf = sql(`select o.id, o.handle, o.name, m.role, o.personal_of is not distinct from m.user_id as personal
  from memberships m join organizations o on o.id = m.org_id and o.deleted_at is null and o.sandbox_of is null
  where m.user_id = :id order by personal desc, o.id limit 100`).as<
  Place & { role: 'owner' | 'admin' | 'member' | 'viewer'; personal: boolean }
>()

export interface ProjectRow {
  id: string
  organization: Place
  slug: string
  name: string
  visibility: 'organization' | 'private'
  tasks: number
  archived_at: string | null
  created_at: string
}
export const projectsOf = sql(`select p.id, ${place}, p.slug, p.name, p.visibility, p.last_number as tasks, p.archived_at, p.created_at
  from projects p join organizations o on o.id = p.org_id and o.deleted_at is null
  where p.deleted_at is null and p.id < :before and p.id in (
    select c.id from projects c where c.created_by = :id
    union select pm.project_id from memberships m join project_members pm on pm.org_id = m.org_id and pm.user_id = m.user_id where m.user_id = :id)
  order by p.id desc limit :limit`).as<ProjectRow>()

export interface NoteRow {
  id: string
  organization: Place
  title: string
  length: number
  public: boolean
  updated_at: string
}
export const notesOf = sql(`select n.id, ${place}, n.title, length(n.content) as length, n.public_slug is not null as public, n.updated_at
  from notes n join organizations o on o.id = n.org_id and o.deleted_at is null
  where n.created_by = :id and n.deleted_at is null and n.id < :before order by n.id desc limit :limit`).as<NoteRow>()
export const noteOf = sql(
  'select n.id, n.title, n.content, n.updated_at from notes n where n.created_by = :id and n.id = :note and n.deleted_at is null',
).as<{ id: string; title: string; content: string; updated_at: string }>()

export interface SessionRow {
  id: string
  kind: 'interactive' | 'device'
  method: string
  address: string | null
  device: string | null
  created_at: string
  last_used_at: string
  ends_at: string
  ended_at: string | null
  ended_why: string | null
}
export const sessionsOf = sql(`select id, kind, method, address, device, created_at, last_used_at, ends_at, ended_at, ended_why
  from auth.sessions where user_id = :id and id < :before order by id desc limit :limit`).as<SessionRow>()

export interface UserTeamRow {
  id: string
  organization: Place
  handle: string
  name: string
  role: 'lead' | 'member'
  members: number
  created_at: string
}
export const teamsOf = sql(`select t.id, ${place}, t.handle, t.name, tm.role, t.created_at,
    (select count(*)::integer from team_members c where c.org_id = t.org_id and c.team_id = t.id) as members
  from memberships m join team_members tm on tm.org_id = m.org_id and tm.user_id = m.user_id
    join teams t on t.org_id = tm.org_id and t.id = tm.team_id and t.deleted_at is null join organizations o on o.id = t.org_id
  where m.user_id = :id and t.id < :before order by t.id desc limit :limit`).as<UserTeamRow>()
