import { sql } from '../../platform/postgres.ts'

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
  from teams t left join team_members me on me.org_id = t.org_id and me.team_id = t.id and me.user_id = $2
  where t.org_id = $1 and t.deleted_at is null`
export const teams = sql<TeamRow>(`${team} and t.id > $3 and (not $4 or me.role is not null) order by t.id limit $5`)
export const teamById = sql<TeamRow>(`${team} and t.id = $3`)
export const teamByHandle = sql<TeamRow>(`${team} and t.handle = $3`)

export const insertTeam = sql(`insert into teams (org_id, id, handle, name, description, created_by, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7)`)
export const claimHandle = sql<{ handle: string }>(
  "insert into handles (handle, kind, id) values ($1, 'team', $2) on conflict do nothing returning handle",
)
export const updateTeam = sql(`update teams set name = $3, description = $4, updated_at = $5, version = version + 1
  where org_id = $1 and id = $2`)
export const deleteTeam = sql('update teams set deleted_at = $3, updated_at = $3, version = version + 1 where org_id = $1 and id = $2')

const member = `select m.team_id, m.user_id, u.handle, u.name, m.role, m.created_at, m.updated_at, m.version
  from team_members m join users u on u.id = m.user_id where m.org_id = $1 and m.team_id = $2`
export const teamMembers = sql<TeamMemberRow>(`${member} and m.user_id > $3 order by m.user_id limit $4`)
export const teamMember = sql<TeamMemberRow>(`${member} and m.user_id = $3`)

export const insertTeamMember = sql(`insert into team_members (org_id, team_id, user_id, role, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $5)`)
export const updateTeamMember = sql(`update team_members set role = $4, updated_at = $5, version = version + 1
  where org_id = $1 and team_id = $2 and user_id = $3`)
export const deleteTeamMember = sql('delete from team_members where org_id = $1 and team_id = $2 and user_id = $3')
