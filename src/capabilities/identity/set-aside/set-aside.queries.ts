import { sql } from '../../../platform/postgres.ts'

export interface SetAsideRow {
  id: string
  kind: 'webhook' | 'skill' | 'agent' | 'membership'
  organization_id: string
  target_id: string
  name: string
  role: 'owner' | 'admin' | 'member' | 'viewer' | null
  set_aside_at: string
}

export const setAside = sql('select app.set_aside(:user, :now)')
export const undecided = sql(`select id, kind, org_id as organization_id, target_id, name, role, created_at as set_aside_at
  from auth.set_aside where user_id = :user and decided_at is null and id > :after order by id limit :limit`).as<SetAsideRow>()
export const decide = sql('select app.decide_set_aside(:id, :decision, :now) as found').as<{ found: boolean }>()
