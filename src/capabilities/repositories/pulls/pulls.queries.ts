import { sql } from '../../../platform/postgres.ts'
import { idsAmong, keyedAmong } from '../../keyed.ts'
import { inProject, tasksNaming, visible } from '../repos/repos.queries.ts'

export interface PullRow {
  number: number
  title: string
  state: 'open' | 'closed' | 'merged'
  draft: boolean
  author: string | null
  head: string
  head_sha: string
  base: string
  review: 'approved' | 'changes_requested' | 'review_required' | null
  url: string
  tasks: string[]
  created_at: string
  updated_at: string
  merged_at: string | null
}

const columns = `p.number, p.title, p.state, p.draft, p.author, p.head_ref as head, p.head_sha, p.base_ref as base,
    p.review_decision as review, p.url, p.created_at, p.updated_at, p.merged_at,
    ${tasksNaming('pull_request', 'p', 'p.number::text')} as tasks` as const

export const pulls = sql(`select ${columns}
  from pull_requests p where p.org_id = :org and p.repository_id = :id and p.state = coalesce(:state, p.state)
    and (p.updated_at, p.number) < (:time, :number) order by p.updated_at desc, p.number desc limit :limit`).as<PullRow>()

export interface FoundPullRow extends PullRow {
  repository_id: string
  repo: string
  checks_passed: number
  checks_failed: number
  checks_running: number
  gates_check: 'open' | 'closed' | 'pending' | null
}

/** The last run of each check at the head: a check that was rerun counts once. */
const checks = `select distinct on (c.name, c.workflow_path) c.name, c.status, c.conclusion from repository_checks c
  where c.org_id = p.org_id and c.repository_id = p.repository_id and c.head_sha = p.head_sha order by c.name, c.workflow_path, c.host_id desc`
const passed = "c.conclusion in ('success', 'neutral', 'skipped')"
const done = "c.status = 'completed'"

/** From every repository the caller can see, with the results of the checks; the check that we post is reported separately. */
export const foundPulls = sql(`select r.id as repository_id, r.name as repo, ${columns}, k.*
  from pull_requests p join repositories r on r.org_id = p.org_id and r.id = p.repository_id
  cross join lateral (select count(*) filter (where not ours and ${done} and ${passed})::integer as checks_passed,
      count(*) filter (where not ours and ${done} and not coalesce(${passed}, false))::integer as checks_failed,
      count(*) filter (where not ours and not ${done})::integer as checks_running,
      max(case when not ours then null when not ${done} then 'pending' when ${passed} then 'open' else 'closed' end) as gates_check
    from (select *, c.name = :ours as ours from (${checks}) c) c) k
  where p.org_id = :org and ${visible} and (:project::uuid is null or ${inProject})
    and r.id = coalesce(:repository, r.id) and p.state = coalesce(:state, p.state) and (:author::text is null or p.author = :author)
    and (p.updated_at, p.number, r.id) < (:time, :number, :before) order by p.updated_at desc, p.number desc, r.id desc limit :limit`).as<FoundPullRow>()

/** Features of some pull requests: those whose commit is the head, and those that are built by the tasks. */
export const featuresOfPulls = sql(`with pulls as (select * from unnest(:repositories::uuid[], :numbers::integer[], :heads::text[])
    as p (repository_id, number, head_sha)),
  found as (
    select p.repository_id, p.number, f.id from pulls p
    join repository_projects rp on rp.org_id = :org and rp.repository_id = p.repository_id
    join features f on f.org_id = :org and f.project_id = rp.project_id and f.commit = p.head_sha
    union select p.repository_id, p.number, k.from_id from pulls p
    join code_links l on l.org_id = :org and l.repository_id = p.repository_id and l.kind = 'pull_request' and l.ref = p.number::text
    join links k on k.org_id = :org and k.to_kind = 'task' and k.to_id = l.item_id and k.from_kind = 'feature')
  select n.repository_id, n.number, n.id from found n
  join features f on f.org_id = :org and f.id = n.id and f.deleted_at is null and f.status <> 'cancelled'
  join projects j on j.org_id = f.org_id and j.id = f.project_id and j.deleted_at is null and app.sees_project(j.visibility, j.id)
  order by n.repository_id, n.number, n.id`).as<{ repository_id: string; number: number; id: string }>()

/** Tasks by key or id, as far as the caller can see them. */
export const tasksNamed = sql(`select w.id, w.key, w.title, w.project_id from work_items w
  join projects p on p.org_id = w.org_id and p.id = w.project_id and p.deleted_at is null and app.sees_project(p.visibility, p.id)
  where w.org_id = :org and w.kind = 'task' and w.deleted_at is null and (${keyedAmong(':names')} or w.id = any(${idsAmong(':names')}))`).as<{
  id: string
  key: string
  title: string
  project_id: string
}>()
export const featuresOf = sql(`select distinct from_id as id from links
  where org_id = :org and from_kind = 'feature' and to_kind = 'task' and to_id = any(:tasks::uuid[]) limit 20`).as<{ id: string }>()
export const accessOf = sql('select id, host_id, name, default_branch from repositories where org_id = :org and id = :id').as<{
  id: string
  host_id: number
  name: string
  default_branch: string
}>()
