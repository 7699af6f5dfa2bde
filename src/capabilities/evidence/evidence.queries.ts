import { sql } from '../../platform/postgres.ts'
import type { EvidenceRow, LiveEvidence } from './evidence-row.ts'

const columns = (note = 'note', log = 'log') =>
  `id, feature_id, check_name as "check", outcome, rank, ${note}, exit_code, ${log}, url, commit, spec_version, user_id, agent_id,
  credential, created_at, voided_at, void_reason`

export const insertEvidence =
  sql<EvidenceRow>(`insert into feature_evidence (org_id, id, feature_id, check_name, outcome, rank, note, exit_code, log, url, before_code,
    commit, spec_version, user_id, agent_id, credential, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) returning ${columns()}`)
export const evidence = sql<EvidenceRow>(`select ${columns()} from feature_evidence
  where org_id = $1 and feature_id = $2 and id < $3 order by id desc limit $4`)
/** For a page that shows many: the end of a log says how it went. */
export const newestEvidence = sql<EvidenceRow>(`select ${columns('left(note, 500) as note', 'right(log, 500) as log')} from feature_evidence
  where org_id = $1 and feature_id = any($2::uuid[]) and ($3 or voided_at is null) order by created_at desc, id desc limit $4`)

// Of two results in the same millisecond the failing one is taken for the later.
export const liveEvidence = sql<LiveEvidence>(`select feature_id, check_name as "check", outcome, rank from feature_evidence
  where org_id = $1 and feature_id = any($2::uuid[]) and voided_at is null order by created_at, (outcome = 'fail'), id`)

const voiding = (which: string) =>
  sql<{ id: string }>(`update feature_evidence set voided_at = $3, void_reason = $4
  where org_id = $1 and feature_id = $2 and voided_at is null and ${which} returning id`)
export const voidOfCode = voiding('not before_code')
export const voidAll = voiding('true')
export const voidChecks = voiding('check_name = any($5::text[])')
