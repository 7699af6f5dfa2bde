import { sql } from '../../platform/postgres.ts'

export interface SetAsideRow {
  id: string
  kind: 'webhook' | 'skill' | 'agent' | 'membership'
  organization_id: string
  target_id: string
  name: string
  role: 'owner' | 'admin' | 'member' | 'viewer' | null
  set_aside_at: string
}

export const setAside = sql('select app.set_aside($1, $2)')
export const undecided = sql<SetAsideRow>(`select id, kind, org_id as organization_id, target_id, name, role, created_at as set_aside_at
  from auth.set_aside where user_id = $1 and decided_at is null and id > $2 order by id limit $3`)
export const decide = sql<{ found: boolean }>('select app.decide_set_aside($1, $2, $3) as found')
