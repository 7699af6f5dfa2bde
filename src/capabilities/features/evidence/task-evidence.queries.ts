import { sql } from '../../../platform/postgres.ts'
import type { Rank } from '../workflows/gate.ts'

export interface TaskEvidenceRow {
  id: string
  task_id: string
  check: string
  outcome: 'pass' | 'fail'
  rank: Rank
  note: string
  exit_code: number | null
  log: string | null
  url: string | null
  commit: string
  repository_id: string | null
  workflow_path: string | null
  event: string | null
  user_id: string | null
  credential: string
  created_at: string
  voided_at: string | null
  void_reason: 'commit' | null
}

const columns = `id, item_id as task_id, check_name as "check", outcome, rank, note, exit_code, log, url, commit, repository_id, workflow_path, event,
  user_id, credential, created_at, voided_at, void_reason`

export const insertTaskEvidence =
  sql(`insert into task_evidence (org_id, id, item_id, check_name, outcome, rank, note, exit_code, log, url, commit,
    repository_id, workflow_path, event, app_id, check_id, completed_at, user_id, credential, created_at)
  values (:org, :id, :item, :check_name, :outcome, :rank, :note, :exit_code, :log, :url, :commit, :repository_id, :workflow_path, :event, :app_id,
    :check_id, :completed_at, :user, :credential, :now)
  on conflict (org_id, item_id, check_id, completed_at) where check_id is not null do nothing returning ${columns}`).as<TaskEvidenceRow>()
export const taskEvidence = sql(`select ${columns} from task_evidence
  where org_id = :org and item_id = :item and id < :before order by id desc limit :limit`).as<TaskEvidenceRow>()
// If two results have the same millisecond, the failing one counts as the later.
export const liveTaskEvidence = sql(`select item_id, check_name as "check", outcome, rank from task_evidence
  where org_id = :org and item_id = any(:items::uuid[]) and voided_at is null order by created_at, (outcome = 'fail'), id`).as<
  Pick<TaskEvidenceRow, 'check' | 'outcome' | 'rank'> & { item_id: string }
>()
/** Voids results about commits that the task has left. Those without a repository are voided only by a newer result for another commit (`:all`). */
export const voidLeft = sql(`update task_evidence set voided_at = :now, void_reason = 'commit'
  where org_id = :org and item_id = :item and voided_at is null and commit <> all(:shas::text[])
    and (:all or repository_id is not null) returning id`).as<{ id: string }>()
