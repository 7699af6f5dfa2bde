import { sql } from '../../../platform/postgres.ts'

export interface TeamRow {
  id: string
  handle: string
  name: string
  description: string
  members: number
  role: 'lead' | 'member' | null
  created_at: string
  updated_at: string
  version: number
}

export interface TeamMemberRow {
  team_id: string
  user_id: string
  handle: string
  name: string
  role: 'lead' | 'member'
  created_at: string
  updated_at: string
  version: number
}

const team = `select t.id, t.handle, t.name, t.description, me.role, t.created_at, t.updated_at, t.version,
    (select count(*)::integer from team_members m where m.org_id = t.org_id and m.team_id = t.id) as members
  from teams t left join team_members me on me.org_id = t.org_id and me.team_id = t.id and me.user_id = :user
  where t.org_id = :org and t.deleted_at is null`
export const teams = sql(`${team} and t.id > :after and (not :mine or me.role is not null) order by t.id limit :limit`).as<TeamRow>()
export const teamById = sql(`${team} and t.id = :name`).as<TeamRow>()
export const teamByHandle = sql(`${team} and t.handle = :name`).as<TeamRow>()

export const insertTeam = sql(`insert into teams (org_id, id, handle, name, description, created_by, created_at, updated_at)
  values (:org, :id, :handle, :name, :description, :user, :now, :now)`)
export const claimHandle = sql(
  "insert into handles (handle, kind, id) values (:handle, 'team', :id) on conflict do nothing returning handle",
).as<{ handle: string }>()
export const updateTeam = sql(`update teams set name = :name, description = :description, updated_at = :now, version = version + 1
  where org_id = :org and id = :id`)
export const deleteTeam = sql(
  'update teams set deleted_at = :now, updated_at = :now, version = version + 1 where org_id = :org and id = :id',
)

const member = `select m.team_id, m.user_id, u.handle, u.name, m.role, m.created_at, m.updated_at, m.version
  from team_members m join users u on u.id = m.user_id where m.org_id = :org and m.team_id = :team`
export const teamMembers = sql(`${member} and m.user_id > :after order by m.user_id limit :limit`).as<TeamMemberRow>()
export const teamMember = sql(`${member} and m.user_id = :user_id`).as<TeamMemberRow>()

export const insertTeamMember = sql(`insert into team_members (org_id, team_id, user_id, role, created_at, updated_at)
  values (:org, :team, :user_id, :role, :now, :now)`)
export const updateTeamMember = sql(`update team_members set role = :role, updated_at = :now, version = version + 1
  where org_id = :org and team_id = :team and user_id = :user_id`)
export const deleteTeamMember = sql('delete from team_members where org_id = :org and team_id = :team and user_id = :user_id')
