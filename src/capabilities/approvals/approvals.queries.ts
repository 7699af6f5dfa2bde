import { sql } from '../../platform/postgres.ts'
import type { LiveVerdict, VerdictRow } from './verdict-row.ts'

const columns = `id, feature_id, gate, kind, verdict, words, commit, spec_version, user_id, agent_id, by_person, self_approved, created_at,
  voided_at, void_reason`

export const insertVerdict =
  sql<VerdictRow>(`insert into feature_verdicts (org_id, id, feature_id, gate, kind, verdict, words, before_code, commit, spec_version, user_id,
    agent_id, agent_owner_id, by_person, self_approved, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) returning ${columns}`)
export const liveVerdicts =
  sql<LiveVerdict>(`select feature_id, gate, kind, verdict, user_id, agent_owner_id, by_person, self_approved from feature_verdicts
  where org_id = $1 and feature_id = any($2::uuid[]) and voided_at is null order by created_at, (verdict <> 'approve'), id`)
export const newestVerdicts = sql<VerdictRow>(`select ${columns} from feature_verdicts
  where org_id = $1 and feature_id = any($2::uuid[]) and ($3 or voided_at is null) order by created_at desc, id desc limit $4`)

const voiding = (which: string) =>
  sql<{ id: string }>(`update feature_verdicts set voided_at = $3, void_reason = $4
  where org_id = $1 and feature_id = $2 and voided_at is null and ${which} returning id`)
export const voidOfCode = voiding('not before_code')
export const voidAll = voiding('true')
export const voidGates = voiding('gate = any($5::text[])')

export interface SettingsRow {
  allow_self_approval: boolean
  updated_by: string | null
  updated_at: string | null
  version: number
}
export const settings = sql<SettingsRow>(
  'select allow_self_approval, updated_by, updated_at, version from feature_settings where org_id = $1',
)
export const storeSettings = sql<SettingsRow>(`insert into feature_settings as s (org_id, allow_self_approval, updated_by, updated_at)
  values ($1, $2, $3, $4) on conflict (org_id) do update set allow_self_approval = $2, updated_by = $3, updated_at = $4, version = s.version + 1
  returning allow_self_approval, updated_by, updated_at, version`)
export const selfApproval = sql<{
  enabled: boolean
  alone: boolean
}>(`select coalesce((select s.allow_self_approval from feature_settings s where s.org_id = $1), false) as enabled,
  (select count(*) from memberships m where m.org_id = $1) = 1 as alone`)

export const deciders = sql<{ user_id: string; role: 'owner' | 'admin' | 'member' }>(`select user_id, role from memberships
  where org_id = $1 and role <> 'viewer' order by user_id limit 500`)

export const snooze = sql<{ feature_id: string; until: string }>(`insert into feature_snoozes (org_id, feature_id, user_id, until)
  values ($1, $2, $3, $4) on conflict (org_id, feature_id, user_id) do update set until = excluded.until returning feature_id, until`)

/** Features at an approval gate that this user may pass and has not: $3 their role, $4 whether authors may approve here. */
export const waitingFor = sql<{ id: string; snoozed_until: string | null }>(`select f.id, s.until as snoozed_until
  from features f join projects p on p.org_id = f.org_id and p.id = f.project_id and p.deleted_at is null
  left join feature_snoozes s on s.org_id = f.org_id and s.feature_id = f.id and s.user_id = $2 and s.until > $5
  cross join lateral (select f.gates -> f.position as gate) g
  where f.org_id = $1 and f.deleted_at is null and f.status = 'active' and f.gate_kind = 'approval' and app.sees_project(p.visibility, p.id)
    and ($4 or not exists (select from feature_authors a where a.org_id = f.org_id and a.feature_id = f.id and a.user_id = $2))
    and ((jsonb_array_length(g.gate -> 'approvers') = 0 and jsonb_array_length(g.gate -> 'roles') = 0)
      or g.gate -> 'approvers' ? $2::text or g.gate -> 'roles' ? $3::text)
    and not exists (select from feature_verdicts v where v.org_id = f.org_id and v.feature_id = f.id and v.gate = f.gate and v.user_id = $2
      and v.kind = 'approval' and v.verdict = 'approve' and v.voided_at is null)
    and (s.until is not null) = $6 and ($7::uuid is null or f.project_id = $7) and f.id < $8 order by f.id desc limit $9`)
