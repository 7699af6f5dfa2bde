import { sql } from '../../../platform/postgres.ts'

/** A finished check of the code host, about a commit that is the head of a branch or pull request there. */
export interface CheckRow {
  repository_id: string
  check_id: number
  sha: string
  name: string
  app_id: number | null
  workflow_path: string | null
  workflow_trusted: boolean
  event: string | null
  conclusion: string
  url: string | null
  completed_at: string
  /** A pull request would merge this commit into a branch other than the default one, and that branch's workflow then decides what runs. */
  merges_elsewhere: boolean
}

const heads = `(exists (select from repository_branches b where b.org_id = c.org_id and b.repository_id = c.repository_id and b.sha = c.head_sha)
  or exists (select from pull_requests h where h.org_id = c.org_id and h.repository_id = c.repository_id and h.head_sha = c.head_sha))`
/** Oldest first; cancelled and skipped checks prove nothing. */
export const checksOfHeads =
  sql(`select c.repository_id, c.host_id as check_id, c.head_sha as sha, c.name, c.app_id, c.workflow_path, c.workflow_trusted,
    c.event, c.conclusion, c.url, c.completed_at,
    exists (select from pull_requests q where q.org_id = c.org_id and q.repository_id = c.repository_id and q.head_sha = c.head_sha
      and q.base_ref <> r.default_branch) as merges_elsewhere
  from repository_checks c join repositories r on r.org_id = c.org_id and r.id = c.repository_id
  where c.org_id = :org and c.repository_id = any(:repositories::uuid[]) and c.head_sha = any(:shas::text[]) and c.status = 'completed'
    and c.completed_at is not null and c.conclusion in ('success', 'failure', 'timed_out', 'action_required', 'startup_failure')
    and ${heads} order by c.completed_at, c.host_id limit 1000`).as<CheckRow>()

export const repositoriesOfProject = sql(`select rp.repository_id as id from repository_projects rp
  where rp.org_id = :org and rp.project_id = :project`).as<{ id: string }>()

/** The commits a task is at in a repository: heads of its branches and pull requests, and the newest commit that names it. */
const current = `select b.sha from code_links l join repository_branches b on b.org_id = l.org_id and b.repository_id = l.repository_id and b.name = l.ref
    where l.org_id = :org and l.item_id = w.id and l.kind = 'branch'
  union select q.head_sha from code_links l join pull_requests q on q.org_id = l.org_id and q.repository_id = l.repository_id and q.number::text = l.ref
    where l.org_id = :org and l.item_id = w.id and l.kind = 'pull_request'
  union (select c.sha from code_links l join repository_commits c on c.org_id = l.org_id and c.repository_id = l.repository_id and c.sha = l.ref
    where l.org_id = :org and l.item_id = w.id and l.kind = 'commit' order by c.committed_at desc limit 1)`
/** Tasks by id, with their current commits. If all of a task's commits have moved on, none of those it was proven at is left. */
export const commitsOfTasks = sql(`select w.id, array(${current}) as shas from work_items w
  where w.org_id = :org and w.id = any(:items::uuid[]) and w.deleted_at is null`).as<{ id: string; shas: string[] }>()
export const tasksOfRepository =
  sql(`select distinct l.item_id as id from code_links l where l.org_id = :org and l.repository_id = :repository
  and (l.kind = 'commit' and l.ref = any(:shas::text[])
    or l.kind = 'branch' and l.ref in (select b.name from repository_branches b
      where b.org_id = :org and b.repository_id = :repository and b.sha = any(:shas::text[]))
    or l.kind = 'pull_request' and l.ref in (select q.number::text from pull_requests q
      where q.org_id = :org and q.repository_id = :repository and q.head_sha = any(:shas::text[])))
  union select e.item_id from task_evidence e where e.org_id = :org and e.repository_id = :repository and e.commit = any(:shas::text[])
    and e.voided_at is null`).as<{ id: string }>()
