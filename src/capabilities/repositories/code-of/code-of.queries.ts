import { sql } from '../../../platform/postgres.ts'
import { visible } from '../repos/repos.queries.ts'

interface Of {
  repository_id: string
  repo: string
  tasks: string[]
  url: string
}

const maxRows = 50
const repository = `join repositories r on r.org_id = :org and r.id = n.repository_id and ${visible}` as const
/** Links to the requested tasks, which the caller is already known to see. */
const named = <Kind extends string>(kind: Kind) =>
  `select l.repository_id, l.ref, l.item_id from code_links l where l.org_id = :org and l.item_id = any(:items::uuid[]) and l.kind = '${kind}'` as const
/** What is at the feature's commit belongs to the feature, whether or not it names a task. */
const at = `repository_id in (select repository_id from repository_projects where org_id = :org and project_id = :project)` as const
const keys = `array(select w.key from work_items w where w.org_id = :org and w.id = any(n.items) order by w.key) as tasks` as const
const each = 'select repository_id, ref, array_remove(array_agg(item_id), null) as items' as const

export const pullsOf = sql(`with n as (${each} from (${named('pull_request')} union all
    select repository_id, number::text, null from pull_requests where org_id = :org and head_sha = :commit and ${at}) x group by 1, 2)
  select r.id as repository_id, r.name as repo, ${keys}, p.url, p.number, p.title, p.state, p.draft, p.author, p.review_decision as review,
    p.head_sha, p.updated_at
  from n ${repository} join pull_requests p on p.org_id = :org and p.repository_id = r.id and p.number = n.ref::integer
  order by p.updated_at desc, p.number desc limit ${maxRows}`).as<
  Of & {
    number: number
    title: string
    state: 'open' | 'closed' | 'merged'
    draft: boolean
    author: string | null
    review: 'approved' | 'changes_requested' | 'review_required' | null
    head_sha: string
    updated_at: string
  }
>()

export const branchesOf = sql(`with n as (${each} from (${named('branch')} union all
    select repository_id, name, null from repository_branches where org_id = :org and sha = :commit and ${at}) x group by 1, 2)
  select r.id as repository_id, r.name as repo, ${keys}, r.url, b.name, b.sha, b.committed_at
  from n ${repository} join repository_branches b on b.org_id = :org and b.repository_id = r.id and b.name = n.ref
  order by b.committed_at desc nulls last, b.name limit ${maxRows}`).as<Of & { name: string; sha: string; committed_at: string | null }>()

export const commitsOf = sql(`with n as (${each} from (${named('commit')}) x group by 1, 2)
  select r.id as repository_id, r.name as repo, ${keys}, c.url, c.sha, c.subject, c.author, c.committed_at
  from n ${repository} join repository_commits c on c.org_id = :org and c.repository_id = r.id and c.sha = n.ref
  order by c.committed_at desc, c.sha limit ${maxRows}`).as<
  Of & { sha: string; subject: string; author: string | null; committed_at: string }
>()

/** The tasks that build a feature, as far as the caller can see them. */
export const tasksOf = sql(`select w.id from links k
  join work_items w on w.org_id = k.org_id and w.id = k.to_id and w.deleted_at is null
  join projects p on p.org_id = w.org_id and p.id = w.project_id and p.deleted_at is null and app.sees_project(p.visibility, p.id)
  where k.org_id = :org and k.from_kind = 'feature' and k.from_id = :feature and k.to_kind = 'task'`).as<{ id: string }>()
