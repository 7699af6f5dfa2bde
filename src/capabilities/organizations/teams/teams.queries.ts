import { sql } from '../../../platform/postgres.ts'

export interface TeamRow {
  id: string
  handle: string
  name: string
  description: string
  avatar: string | null
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
  avatar: string | null
  role: 'lead' | 'member'
  created_at: string
  updated_at: string
  version: number
}

const team = `select t.id, t.handle, t.name, t.description, t.avatar, me.role, t.created_at, t.updated_at, t.version,
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
  'update teams set deleted_at = :now, avatar = null, updated_at = :now, version = version + 1 where org_id = :org and id = :id',
)
export const setPicture = sql('update teams set avatar = :file, updated_at = :now, version = version + 1 where org_id = :org and id = :id')

const member = `select m.team_id, m.user_id, u.handle, u.name, u.avatar, m.role, m.created_at, m.updated_at, m.version
  from team_members m join users u on u.id = m.user_id where m.org_id = :org and m.team_id = :team`
export const teamMembers = sql(`${member} and m.user_id > :after order by m.user_id limit :limit`).as<TeamMemberRow>()
export const teamMember = sql(`${member} and m.user_id = :user_id`).as<TeamMemberRow>()

export const insertTeamMember = sql(`insert into team_members (org_id, team_id, user_id, role, created_at, updated_at)
  values (:org, :team, :user_id, :role, :now, :now)`)
export const updateTeamMember = sql(`update team_members set role = :role, updated_at = :now, version = version + 1
  where org_id = :org and team_id = :team and user_id = :user_id`)
export const deleteTeamMember = sql('delete from team_members where org_id = :org and team_id = :team and user_id = :user_id')

/** The team the user chose, as long as they are in it; without a choice, the only one they are in. */
export const currentTeam = sql(`select t.id, c.team_id is not null as chosen from team_members m
    join teams t on t.org_id = m.org_id and t.id = m.team_id and t.deleted_at is null
    left join current_teams c on c.org_id = m.org_id and c.user_id = m.user_id and c.team_id = m.team_id
  where m.org_id = :org and m.user_id = :user and (c.team_id is not null or (select count(*) from team_members o
    join teams ot on ot.org_id = o.org_id and ot.id = o.team_id and ot.deleted_at is null
    where o.org_id = m.org_id and o.user_id = m.user_id) = 1)`).as<{ id: string; chosen: boolean }>()
export const chooseTeam = sql(`insert into current_teams (org_id, user_id, team_id, chosen_at) values (:org, :user, :team, :now)
  on conflict (org_id, user_id) do update set team_id = excluded.team_id, chosen_at = excluded.chosen_at`)
export const forgetTeam = sql('delete from current_teams where org_id = :org and user_id = :user')
/** The members of a team, up to 1000. */
export const memberIds = sql('select user_id from team_members where org_id = :org and team_id = :team limit 1000').as<{
  user_id: string
}>()
