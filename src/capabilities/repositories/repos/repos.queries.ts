import { sql } from '../../../platform/postgres.ts'

export type IssuesMode = 'off' | 'import' | 'mirror' | 'two_way'

export interface RepositoryRow {
  id: string
  name: string
  projects: string[]
  url: string
  default_branch: string
  private: boolean
  status: 'new' | 'syncing' | 'ready' | 'failed'
  error: string | null
  head_sha: string | null
  synced_at: string | null
  issues: IssuesMode
  created_by: string
  created_at: string
  updated_at: string
  version: number
}

/** Projects of a repository that the caller can see. */
const seen = `from repository_projects rp join projects p on p.org_id = rp.org_id and p.id = rp.project_id
  where rp.org_id = r.org_id and rp.repository_id = r.id and p.deleted_at is null and app.sees_project(p.visibility, p.id)`
const columns = `r.id, r.name, array(select p.slug ${seen} order by p.slug) as projects, r.url, r.default_branch, r.private, r.status, r.error,
  r.head_sha, r.synced_at, r.issues_mode as issues, r.created_by, r.created_at, r.updated_at, r.version`
export const visible = `r.org_id = :org and exists (select ${seen})` as const

export const repositoryById = sql(`select ${columns} from repositories r where ${visible} and r.id = :name`).as<RepositoryRow>()
export const repositoryByName = sql(
  `select ${columns} from repositories r where ${visible} and lower(r.name) = lower(:name)`,
).as<RepositoryRow>()
export const lockRepository = sql('select true as locked from repositories r where r.org_id = :org and r.id = :id for update')
const count = <Table extends string, More extends string = ''>(table: Table, more = '' as More) =>
  `(select count(*)::integer from ${table} x where x.org_id = r.org_id and x.repository_id = r.id ${more})` as const
const openPulls = count('pull_requests', "and x.state = 'open'")
const listed = `${columns}, ${count('repository_branches')} as branches, ${openPulls} as open_pull_requests` as const
type ListedRow = RepositoryRow & Pick<HealthRow, 'branches' | 'open_pull_requests'>
export const repositories = sql(
  `select ${listed} from repositories r where ${visible} and r.id > :after order by r.id limit :limit`,
).as<ListedRow>()
export const inProject = `exists (select from repository_projects rp
  where rp.org_id = r.org_id and rp.repository_id = r.id and rp.project_id = :project)` as const
export const repositoriesOf = sql(
  `select ${listed} from repositories r where ${visible} and r.id > :after and ${inProject} order by r.id limit :limit`,
).as<ListedRow>()
export const repositoryNames = sql(`select r.name from repositories r where ${visible} order by r.created_at desc limit 10`).as<{
  name: string
}>()

export const connectedAs = sql('select id from repositories where org_id = :org and host_id = :host_id for update').as<{ id: string }>()
export const insertRepository = sql(`insert into repositories
    (org_id, id, connection_id, host_id, name, url, default_branch, private, issues_mode, issues_project_id, comments_read_at, wanted_at, created_by,
     created_at, updated_at)
  values (:org, :id, :connection_id, :host_id, :repo, :url, :default_branch, :private, :issues, :issues_project,
    case when :issues = 'two_way' then :now::timestamptz end, :now, :user, :now, :now)`)
export const insertProject = sql(`insert into repository_projects (org_id, repository_id, project_id) values (:org, :repository, :project)
  on conflict do nothing returning true as added`)
/** Forces a full comparison: it may be reached through another connection, and the keys of another project may be named in it. */
export const reconnect = sql(`update repositories set connection_id = :connection_id, head_sha = null, error = null,
    status = case status when 'failed' then 'new' else status end, wanted_at = :now, updated_at = :now, version = version + 1
  where org_id = :org and id = :id`)
/** Two-way mode starts now; earlier comments stay where they are. */
export const setIssues =
  sql(`update repositories set issues_mode = :issues, issues_project_id = coalesce(:issues_project, issues_project_id),
    comments_read_at = case when :issues <> 'two_way' then null when issues_mode = 'two_way' then comments_read_at else :now end,
    issues_read_at = null, updated_at = :now, version = version + 1 where org_id = :org and id = :id`)
/** For links to the organization's own pages. */
export const organizationHandle = sql('select handle from organizations where id = :org').as<{ handle: string }>()
export const deleteRepository = sql('delete from repositories where org_id = :org and id = :id')
export const removeSeenProjects = sql(`delete from repository_projects x using projects p
  where x.org_id = :org and x.repository_id = :id and p.org_id = x.org_id and p.id = x.project_id
    and (p.deleted_at is not null or app.sees_project(p.visibility, p.id)) returning x.project_id as id`).as<{ id: string }>()
/** All projects of a repository, visible or not: for events, each of which is filtered by its own project. */
export const projectsOf =
  sql(`select p.id, p.key from repository_projects rp join projects p on p.org_id = rp.org_id and p.id = rp.project_id
  where rp.org_id = :org and rp.repository_id = :repository and p.deleted_at is null order by p.id`).as<{ id: string; key: string }>()
export const failWithout = sql(`update repositories set status = 'failed', error = :error, updated_at = :now, version = version + 1
  where org_id = :org and connection_id = :connection returning id, name`).as<{ id: string; name: string }>()

export interface HealthRow {
  kind: 'app' | 'token'
  account: string
  ended: boolean
  branches: number
  open_pull_requests: number
  commits: number
}
export const healthOf = sql(`select c.kind, c.account, c.ended_at is not null as ended, ${count('repository_branches')} as branches,
    ${openPulls} as open_pull_requests, ${count('repository_commits')} as commits
  from repositories r join code_connections c on c.org_id = r.org_id and c.id = r.connection_id where r.org_id = :org and r.id = :id`).as<HealthRow>()
export const filesOf =
  sql(`select skipped as reason, count(*)::integer as files, coalesce(sum(size) filter (where skipped is null), 0)::float8 as bytes,
    coalesce(sum(redacted), 0)::integer as redacted
  from repository_files where org_id = :org and repository_id = :id group by skipped order by skipped`).as<{
    reason: string | null
    files: number
    bytes: number
    redacted: number
  }>()

/** Keys of the tasks that a branch, pull request or commit names, as far as the caller can see them. */
export const tasksNaming = <Kind extends string, Of extends string, Ref extends string>(kind: Kind, of: Of, ref: Ref) =>
  `array(select w.key from code_links l join work_items w on w.org_id = l.org_id and w.id = l.item_id and w.deleted_at is null
      join projects j on j.org_id = w.org_id and j.id = w.project_id and j.deleted_at is null
      where l.org_id = ${of}.org_id and l.repository_id = ${of}.repository_id and l.kind = '${kind}' and l.ref = ${ref}
        and app.sees_project(j.visibility, j.id) order by w.key)` as const

export const branchesOf = sql(`select b.name, b.sha, b.committed_at, b.protected, ${tasksNaming('branch', 'b', 'b.name')} as tasks
  from repository_branches b
  where b.org_id = :org and b.repository_id = :id and (coalesce(b.committed_at, 'epoch'), b.name) < (:time, :name)
  order by coalesce(b.committed_at, 'epoch') desc, b.name desc limit :limit`).as<{
  name: string
  sha: string
  committed_at: string | null
  protected: boolean
  tasks: string[]
}>()
