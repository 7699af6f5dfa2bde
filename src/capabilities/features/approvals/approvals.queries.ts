import { sql } from '../../../platform/postgres.ts'
import type { LiveVerdict, VerdictRow } from './verdict-row.ts'

const columns = `id, feature_id, gate, kind, verdict, words, commit, spec_version, user_id, agent_id, by_person, self_approved, created_at,
  voided_at, void_reason`

export const insertVerdict =
  sql(`insert into feature_verdicts (org_id, id, feature_id, gate, kind, verdict, words, before_code, commit, spec_version, user_id,
    agent_id, agent_owner_id, by_person, self_approved, created_at)
  values (:org, :id, :feature, :gate, :kind, :verdict, :words, :before_code, :commit, :spec_version, :user, :agent, :agent_owner, :by_person, :self_approved, :now) returning ${columns}`).as<VerdictRow>()
export const liveVerdicts =
  sql(`select feature_id, gate, kind, verdict, user_id, agent_owner_id, by_person, self_approved from feature_verdicts
  where org_id = :org and feature_id = any(:features::uuid[]) and voided_at is null order by created_at, (verdict <> 'approve'), id`).as<LiveVerdict>()
export const newestVerdicts = sql(`select ${columns} from feature_verdicts
  where org_id = :org and feature_id = any(:features::uuid[]) and (:with_voided or voided_at is null) order by created_at desc, id desc limit :limit`).as<VerdictRow>()

const voiding = <Which extends string>(which: Which) =>
  sql(`update feature_verdicts set voided_at = :now, void_reason = :reason
  where org_id = :org and feature_id = :feature and voided_at is null and ${which} returning id`).as<{ id: string }>()
export const voidOfCode = voiding('not before_code')
export const voidAll = voiding('true')
export const voidGates = voiding('gate = any(:gates::text[])')

export interface SettingsRow {
  allow_self_approval: boolean
  updated_by: string | null
  updated_at: string | null
  version: number
}
export const settings = sql(
  'select allow_self_approval, updated_by, updated_at, version from feature_settings where org_id = :org',
).as<SettingsRow>()
export const storeSettings = sql(`insert into feature_settings as s (org_id, allow_self_approval, updated_by, updated_at)
  values (:org, :allow_self_approval, :updated_by, :now) on conflict (org_id) do update set allow_self_approval = :allow_self_approval, updated_by = :updated_by, updated_at = :now, version = s.version + 1
  returning allow_self_approval, updated_by, updated_at, version`).as<SettingsRow>()
export const selfApproval =
  sql(`select coalesce((select s.allow_self_approval from feature_settings s where s.org_id = :org), false) as enabled,
  (select count(*) from memberships m where m.org_id = :org) = 1 as alone`).as<{
    enabled: boolean
    alone: boolean
  }>()

export const deciders = sql(`select user_id, role from memberships
  where org_id = :org and role <> 'viewer' order by user_id limit 500`).as<{ user_id: string; role: 'owner' | 'admin' | 'member' }>()

export const snooze = sql(`insert into feature_snoozes (org_id, feature_id, user_id, until)
  values (:org, :feature, :user, :until) on conflict (org_id, feature_id, user_id) do update set until = excluded.until returning feature_id, until`).as<{
  feature_id: string
  until: string
}>()

/** Features at an approval gate that this user may approve and hasn't: `:role` is the user's, `:self` whether authors may approve here. */
export const waitingFor = sql(`select f.id, s.until as snoozed_until
  from features f join projects p on p.org_id = f.org_id and p.id = f.project_id and p.deleted_at is null
  left join feature_snoozes s on s.org_id = f.org_id and s.feature_id = f.id and s.user_id = :user and s.until > :now
  cross join lateral (select f.gates -> f.position as gate) g
  where f.org_id = :org and f.deleted_at is null and f.status = 'active' and f.gate_kind = 'approval' and app.sees_project(p.visibility, p.id)
    and (:self or not exists (select from feature_authors a where a.org_id = f.org_id and a.feature_id = f.id and a.user_id = :user))
    and ((jsonb_array_length(g.gate -> 'approvers') = 0 and jsonb_array_length(g.gate -> 'roles') = 0)
      or g.gate -> 'approvers' ? :user::text or g.gate -> 'roles' ? :role::text)
    and not exists (select from feature_verdicts v where v.org_id = f.org_id and v.feature_id = f.id and v.gate = f.gate and v.user_id = :user
      and v.kind = 'approval' and v.verdict = 'approve' and v.voided_at is null)
    and (s.until is not null) = :snoozed and (:within::uuid is null or f.project_id = :within) and f.id < :before order by f.id desc limit :limit`).as<{
  id: string
  snoozed_until: string | null
}>()
