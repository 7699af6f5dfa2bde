import { plannedEachTime, sql } from '../../../platform/postgres.ts'

export interface AdminTeamRow {
  id: string
  organization: { id: string; handle: string; name: string }
  handle: string
  name: string
  description: string
  members: number
  created_at: string
  updated_at: string
  version: number
}

const team =
  `select t.id, jsonb_build_object('id', o.id, 'handle', o.handle, 'name', o.name) as organization, t.handle, t.name, t.description,
    (select count(*)::integer from team_members m where m.org_id = t.org_id and m.team_id = t.id) as members, t.created_at, t.updated_at, t.version
  from teams t join organizations o on o.id = t.org_id and o.deleted_at is null where t.deleted_at is null` as const
const page = 'order by t.id desc limit :limit'

export const teams = sql(`${team} and t.id < :before ${page}`).as<AdminTeamRow>()
export const teamsNamed = plannedEachTime(`${team} and t.id < :before and t.id = any(array(
    (select n.id from teams n where n.handle like :prefix and n.id < :before order by n.id desc limit 2000)
    union (select n.id from teams n where lower(n.name) like :prefix and n.id < :before order by n.id desc limit 2000))) ${page}`).as<AdminTeamRow>()
export const teamById = sql(`${team} and t.id = :name`).as<AdminTeamRow>()
export const teamByHandle = sql(`${team} and t.handle = :name`).as<AdminTeamRow>()
