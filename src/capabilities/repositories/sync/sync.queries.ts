import type { HostBranch, HostCheck, HostPull } from '../../../platform/code-host/code-host.ts'
import { sql } from '../../../platform/postgres.ts'
import { keyedAmong } from '../../keyed.ts'
import type { IssuesMode } from '../repos/repos.queries.ts'

/** A repository as its sync sees it. */
export interface SyncRow {
  id: string
  host_id: number
  name: string
  url: string
  default_branch: string
  private: boolean
  head_sha: string | null
  status: 'new' | 'syncing' | 'ready' | 'failed'
  error: string | null
  issues_mode: IssuesMode
  issues_project_id: string | null
  issues_read_at: string | null
  comments_read_at: string | null
  created_by: string
  /** When a sync last recorded something: anything read before that is outdated. */
  seen: string | null
}

const row = `r.id, r.host_id, r.name, r.url, r.default_branch, r.private, r.head_sha, r.status, r.error, r.issues_mode, r.issues_project_id,
  r.issues_read_at, r.comments_read_at, r.created_by, r.checked_at::text as seen`

export const claim = sql(`update repositories r set claim_id = :claim, claimed_until = :until, wanted_at = null,
    status = case r.status when 'new' then 'syncing' else r.status end
  where r.org_id = :org and r.id = :id and (r.claimed_until is null or r.claimed_until < :now) returning ${row}`).as<SyncRow>()
export const unclaimed = sql(`select ${row} from repositories r
  where r.org_id = :org and r.id = :id and (r.claimed_until is null or r.claimed_until < :now)`).as<SyncRow>()
/** Who may record what was read: the holder of the claim, or anyone while there is none and nothing was recorded since. */
export const mayRecord = sql(`select true as may from repositories r where r.org_id = :org and r.id = :id and case when :claim::uuid is null
    then (r.claimed_until is null or r.claimed_until < :now) and r.checked_at::text is not distinct from :seen else r.claim_id = :claim end for update`)
/** Tells the sync that is running to sync once more when it is done. */
export const askHolder = sql(
  `update repositories set wanted_at = :now where org_id = :org and id = :id and claimed_until >= :now returning true as asked`,
)
export const holdOn = sql(
  `update repositories set claimed_until = :until where org_id = :org and id = :id and claim_id = :claim returning true as held`,
)
export const release = sql(`update repositories set claim_id = null, claimed_until = null, wanted_at = :now
  where org_id = :org and id = :id and claim_id = :claim`)
export const want = sql('update repositories set wanted_at = :now where org_id = :org and id = :id')

export const finish = sql(`update repositories r set claim_id = null, claimed_until = null, checked_at = :now, name = :name, url = :url,
    default_branch = :default_branch, private = :private, head_sha = :head_sha, status = :status, error = :error,
    issues_read_at = :issues_read_at, comments_read_at = :comments_read_at, synced_at = case when :visible then :now else synced_at end,
    updated_at = case when :visible then :now else updated_at end, version = version + case when :visible then 1 else 0 end
  where r.org_id = :org and r.id = :id returning r.wanted_at`).as<{ wanted_at: string | null }>()

export const branchesNow = sql(
  'select name, sha, committed_at, protected from repository_branches where org_id = :org and repository_id = :id',
).as<HostBranch>()
export const putBranches = sql(`insert into repository_branches (org_id, repository_id, name, sha, committed_at, protected)
  select :org, :id, b.name, b.sha, b.committed_at, b.protected
  from jsonb_to_recordset(:rows::jsonb) as b (name text, sha text, committed_at timestamptz, protected boolean)
  on conflict (org_id, repository_id, name) do update set sha = excluded.sha, committed_at = excluded.committed_at, protected = excluded.protected`)
export const dropBranches = sql('delete from repository_branches where org_id = :org and repository_id = :id and name = any(:names)')

const pull = 'number, title, state, draft, author, head_ref, head_sha, base_ref, review_decision, url, created_at, updated_at, merged_at'
export const pullsNow = sql(`select ${pull} from pull_requests where org_id = :org and repository_id = :id`).as<HostPull>()
export const lastPullChange = sql(`select max(updated_at) as at from pull_requests where org_id = :org and repository_id = :id`).as<{
  at: string | null
}>()
export const putPulls = sql(`insert into pull_requests (org_id, repository_id, ${pull})
  select :org, :id, ${pull} from jsonb_to_recordset(:rows::jsonb) as p (number integer, title text, state text, draft boolean, author text,
    head_ref text, head_sha text, base_ref text, review_decision text, url text, created_at timestamptz, updated_at timestamptz, merged_at timestamptz)
  on conflict (org_id, repository_id, number) do update set title = excluded.title, state = excluded.state, draft = excluded.draft,
    author = excluded.author, head_ref = excluded.head_ref, head_sha = excluded.head_sha, base_ref = excluded.base_ref,
    review_decision = excluded.review_decision, url = excluded.url, updated_at = excluded.updated_at, merged_at = excluded.merged_at`)

export type CheckRow = HostCheck & { workflow_blob: string | null; workflow_trusted: boolean }
const check =
  'host_id, head_sha, name, app_id, workflow_path, workflow_blob, workflow_trusted, event, status, conclusion, url, completed_at'
export const checksNow = sql(`select ${check} from repository_checks where org_id = :org and repository_id = :id`).as<CheckRow>()
export const putChecks = sql(`insert into repository_checks (org_id, repository_id, ${check})
  select :org, :id, ${check} from jsonb_to_recordset(:rows::jsonb) as c (host_id bigint, head_sha text, name text, app_id bigint, workflow_path text,
    workflow_blob text, workflow_trusted boolean, event text, status text, conclusion text, url text, completed_at timestamptz)
  on conflict (org_id, repository_id, host_id) do update set head_sha = excluded.head_sha, name = excluded.name, app_id = excluded.app_id,
    workflow_path = excluded.workflow_path, workflow_blob = excluded.workflow_blob, workflow_trusted = excluded.workflow_trusted,
    event = excluded.event, status = excluded.status, conclusion = excluded.conclusion, url = excluded.url, completed_at = excluded.completed_at`)
export const dropChecks = sql('delete from repository_checks where org_id = :org and repository_id = :id and host_id = any(:ids::bigint[])')

export const commitsNow = sql('select sha, keys from repository_commits where org_id = :org and repository_id = :id').as<{
  sha: string
  keys: string[]
}>()
export const putCommits = sql(`insert into repository_commits (org_id, repository_id, sha, subject, author, committed_at, url, keys)
  select :org, :id, c.sha, c.subject, c.author, c.committed_at, c.url, array(select jsonb_array_elements_text(c.keys))
  from jsonb_to_recordset(:rows::jsonb) as c (sha text, subject text, author text, committed_at timestamptz, url text, keys jsonb)
  on conflict (org_id, repository_id, sha) do update set keys = excluded.keys where repository_commits.keys <> excluded.keys returning sha`).as<{
  sha: string
}>()

export const blobAt = sql(
  'select path, blob_sha from repository_files where org_id = :org and repository_id = :id and path = any(:paths)',
).as<{
  path: string
  blob_sha: string
}>()

export interface LinkRow {
  item_id: string
  kind: 'branch' | 'commit' | 'pull_request'
  ref: string
}
export const linksNow = sql('select item_id, kind, ref from code_links where org_id = :org and repository_id = :id').as<LinkRow>()
/** Tasks of the repository's own projects, or that were there before they were moved; keys of other projects are ignored. */
export const itemsWithKeys =
  sql(`select w.id, w.key, w.former_keys from work_items w where w.org_id = :org and ${keyedAmong(':keys')} and w.kind = 'task'
  and w.deleted_at is null and (w.former_keys && :keys::text[]
    or w.project_id in (select project_id from repository_projects where org_id = :org and repository_id = :id))`).as<{
    id: string
    key: string
    former_keys: string[]
  }>()
export const putLinks = sql(`insert into code_links (org_id, repository_id, item_id, kind, ref)
  select :org, :id, l.item_id, l.kind, l.ref from jsonb_to_recordset(:rows::jsonb) as l (item_id uuid, kind text, ref text) on conflict do nothing`)
export const dropLinks = sql(`delete from code_links c using jsonb_to_recordset(:rows::jsonb) as l (item_id uuid, kind text, ref text)
  where c.org_id = :org and c.repository_id = :id and c.item_id = l.item_id and c.kind = l.kind and c.ref = l.ref`)

export const received = sql(
  'select org_id, repository_id from app.receive_host_delivery(:delivery, :event, :host_id, :installation, :now)',
).as<{
  org_id: string | null
  repository_id: string | null
}>()
export const due = sql('select org_id, repository_id from app.repositories_to_reconcile(:before, :now, :max)').as<{
  org_id: string
  repository_id: string
}>()
