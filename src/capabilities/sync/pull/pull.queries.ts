import { sql } from '../../../platform/postgres.ts'

export const epochNow = sql('select app.sync_epoch() as epoch').as<{ epoch: number }>()
/** Private projects and whether the caller sees them, plus the caller's teams, which decide which skills they see. */
export const permissionsOf = sql(`select p.id, app.sees_project(p.visibility, p.id) as sees from projects p
    where p.org_id = :org and p.created_at <= :since and (p.visibility = 'private' or app.only_project() is not null)
  union all select t.team_id, true from team_members t where t.org_id = :org and t.user_id = app.user()
  order by 1, 2`).as<{ id: string; sees: boolean }>()
export const hidden = sql('select unnest(app.hidden_projects()) as id').as<{ id: string }>()
