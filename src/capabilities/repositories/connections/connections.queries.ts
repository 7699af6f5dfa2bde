import { sql } from '../../../platform/postgres.ts'

export interface ConnectionRow {
  id: string
  kind: 'app' | 'token'
  account: string
  repositories: number
  granted_by: string
  created_at: string
}

const columns = `c.id, c.kind, c.account, c.granted_by, c.created_at,
  (select count(*)::integer from code_grants g where g.org_id = c.org_id and g.connection_id = c.id) as repositories`
const here = 'c.org_id = :org and c.ended_at is null'

export const connections = sql(`select ${columns} from code_connections c where ${here} order by c.id`).as<ConnectionRow>()
export const connectionById = sql(`select ${columns} from code_connections c where ${here} and c.id = :id`).as<ConnectionRow>()
export const lockConnection = sql(
  `select ${columns} from code_connections c where ${here} and c.id = :id for no key update of c`,
).as<ConnectionRow>()
export const insertConnection =
  sql(`insert into code_connections (org_id, id, kind, installation_id, account, token, granted_by, created_at)
  values (:org, :id, :kind, :installation, :account, :token, :user, :now)`)
/** An installation is one connection, however many people present it. */
export const insertInstallation = sql(`insert into code_connections (org_id, id, kind, installation_id, account, granted_by, created_at)
  values (:org, :id, 'app', :installation, :account, :user, :now)
  on conflict (org_id, installation_id) where ended_at is null and kind = 'app' do update set account = excluded.account returning id`).as<{
  id: string
}>()
export const endConnection = sql('update code_connections set ended_at = :now, token = null where org_id = :org and id = :id')
export const deleteGrants = sql('delete from code_grants where org_id = :org and connection_id = :id')

export const insertGrants =
  sql(`insert into code_grants (org_id, connection_id, host_id, name, url, default_branch, private, granted_by, granted_at)
  select :org, :connection, r.host_id, r.name, r.url, r.default_branch, r.private, :user, :now
  from jsonb_to_recordset(:rows::jsonb) as r (host_id bigint, name text, url text, default_branch text, private boolean)
  on conflict (org_id, connection_id, host_id) do update set name = excluded.name, url = excluded.url,
    default_branch = excluded.default_branch, private = excluded.private`)

export interface GrantRow {
  connection_id: string
  host_id: number
  repo: string
  url: string
  default_branch: string
  private: boolean
  account: string
  kind: 'app' | 'token'
  granted_by: string
}

const grant = `g.connection_id, g.host_id, g.name as repo, g.url, g.default_branch, g.private, g.granted_by, c.account, c.kind
  from code_grants g join code_connections c on c.org_id = g.org_id and c.id = g.connection_id and c.ended_at is null`
/** Prefers an installation to a token, because it keeps working when the person who connected it leaves. */
export const grantNamed = sql(
  `select ${grant} where g.org_id = :org and lower(g.name) = lower(:name) order by c.kind, g.granted_at limit 1`,
).as<GrantRow>()
const seen = `(select r.id from repositories r where r.org_id = g.org_id and r.host_id = g.host_id and exists (
    select from repository_projects rp join projects p on p.org_id = rp.org_id and p.id = rp.project_id
    where rp.org_id = r.org_id and rp.repository_id = r.id and p.deleted_at is null and app.sees_project(p.visibility, p.id)))`
/** Sorted by name and one row per name, since the same repository may be reachable through two connections. */
export const grants = sql(`select distinct on (lower(g.name)) lower(g.name) as sort, ${seen} as repository_id, ${grant}
  where g.org_id = :org and lower(g.name) > :after order by lower(g.name), c.kind, g.granted_at limit :limit`).as<
  GrantRow & { sort: string; repository_id: string | null }
>()

export const insertLogin = sql(`insert into code_host_logins (org_id, state_hash, user_id, verifier, account, expires_at)
  values (:org, :hash, :user, :verifier, :account, :expires_at)`)
export const purgeLogins = sql('delete from code_host_logins where org_id = :org and expires_at < :now')
const login = 'org_id = :org and state_hash = :hash and user_id = :user and expires_at > :now'
export const claimLogin = sql(`update code_host_logins set taken_at = :now where ${login} and taken_at is null returning verifier`).as<{
  verifier: Buffer
}>()
export const loginTaken = sql(`select taken_at is not null as taken from code_host_logins where ${login}`).as<{ taken: boolean }>()
export const takeLogin = sql(`delete from code_host_logins where ${login} returning account`).as<{ account: string | null }>()

/** The connection through which a repository is reached. */
export const wayIn = sql(`select c.id, c.kind, c.installation_id, c.token from code_connections c
  join repositories r on r.org_id = c.org_id and r.connection_id = c.id
  where c.org_id = :org and r.id = :repository and c.ended_at is null`).as<{
  id: string
  kind: 'app' | 'token'
  installation_id: number | null
  token: Buffer | null
}>()
