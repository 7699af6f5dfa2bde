import { sql } from '../../../platform/postgres.ts'
import type { EvidenceRow, LiveEvidence } from './evidence-row.ts'

const columns = (note = 'note', log = 'log') =>
  `id, feature_id, check_name as "check", outcome, rank, ${note}, exit_code, ${log}, url, commit, spec_version, repository_id, workflow_path, event,
  user_id, agent_id, credential, created_at, voided_at, void_reason`

export const insertEvidence =
  sql(`insert into feature_evidence (org_id, id, feature_id, check_name, outcome, rank, note, exit_code, log, url, before_code,
    commit, spec_version, repository_id, workflow_path, event, app_id, check_id, completed_at, user_id, agent_id, credential, created_at)
  values (:org, :id, :feature, :check_name, :outcome, :rank, :note, :exit_code, :log, :url, :before_code, :commit, :spec_version, :repository_id,
    :workflow_path, :event, :app_id, :check_id, :completed_at, :user, :agent, :agent_kind, :now)
  on conflict (org_id, feature_id, check_id, completed_at) where check_id is not null do nothing returning ${columns()}`).as<EvidenceRow>()
export const evidence = sql(`select ${columns()} from feature_evidence
  where org_id = :org and feature_id = :id and id < :before order by id desc limit :limit`).as<EvidenceRow>()
/** Truncated for pages that show many results: the end of a log says how it went. */
export const newestEvidence = sql(`select ${columns('left(note, 500) as note', 'right(log, 500) as log')} from feature_evidence
  where org_id = :org and feature_id = any(:features::uuid[]) and (:with_voided or voided_at is null) order by created_at desc, id desc limit :limit`).as<EvidenceRow>()

// If two results have the same millisecond, the failing one counts as the later.
export const liveEvidence = sql(`select feature_id, check_name as "check", outcome, rank, workflow_path, before_code from feature_evidence
  where org_id = :org and feature_id = any(:features::uuid[]) and voided_at is null order by created_at, (outcome = 'fail'), id`).as<LiveEvidence>()

const voiding = <Which extends string>(which: Which) =>
  sql(`update feature_evidence set voided_at = :now, void_reason = :reason
  where org_id = :org and feature_id = :feature and voided_at is null and ${which} returning id`).as<{ id: string }>()
export const voidOfCode = voiding('not before_code')
export const voidAll = voiding('true')
export const voidChecks = voiding('check_name = any(:checks::text[])')
