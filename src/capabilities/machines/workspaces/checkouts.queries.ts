import { sql } from '../../../platform/postgres.ts'

export interface CheckoutRow {
  id: string
  workspace_id: string
  machine: { id: string; name: string; owner: string; online: boolean }
  local_id: string
  path: string
  repository: string | null
  branch: string | null
  head: string | null
  dirty_files: string[]
  worktrees: { path: string; branch: string | null; head: string | null }[]
  checked_at: string | null
  created_at: string
  updated_at: string
}

/** `:alive`: a machine must have been seen after this time to count as online. */
const machine = `jsonb_build_object('id', t.id, 'name', t.name, 'owner', u.handle,
  'online', t.public_key is not null and t.node_id is not null and t.last_seen_at > :alive::timestamptz)` as const
const checkout =
  `select c.id, c.workspace_id, ${machine} as machine, c.local_id, c.path, c.repository, c.branch, c.head, c.dirty_files, c.worktrees,
    c.checked_at, c.created_at, c.updated_at
  from workspace_checkouts c join tunnels t on t.org_id = c.org_id and t.id = c.tunnel_id and t.deleted_at is null join users u on u.id = t.user_id
  where c.org_id = :org` as const

export const checkoutsOf = sql(
  `${checkout} and c.workspace_id = any(:workspaces::uuid[]) and (:machine::uuid is null or c.tunnel_id = :machine)
  order by t.name, c.path, c.id limit 500`,
).as<CheckoutRow>()
export const checkoutById = sql(`${checkout} and c.workspace_id = :workspace and c.id = :id`).as<CheckoutRow>()

export const insertCheckout = sql(`insert into workspace_checkouts
    (org_id, id, workspace_id, tunnel_id, local_id, path, repository, branch, added_by, created_at, updated_at)
  values (:org, :id, :workspace, :tunnel, :local_id, :path, :repository, :branch, :user, :now, :now)
  on conflict (org_id, workspace_id, tunnel_id, local_id) do nothing returning id`).as<{ id: string }>()
export const deleteCheckout = sql('delete from workspace_checkouts where org_id = :org and id = :id')
export const removeCheckouts = sql('delete from workspace_checkouts where org_id = :org and workspace_id = :id')

/** Applies a machine's report to a known checkout. Omitted fields stay, but dirty files and worktrees are always replaced. */
export const noteReport = sql(`update workspace_checkouts set path = coalesce(:path, path), repository = coalesce(:repository, repository),
    branch = coalesce(:branch, branch), head = coalesce(:head, head), dirty_files = :dirty_files::jsonb, worktrees = :worktrees::jsonb,
    checked_at = :now, updated_at = :now
  where org_id = :org and workspace_id = any(:workspaces::uuid[]) and tunnel_id = :tunnel and local_id = :local_id
  returning id, workspace_id`).as<{ id: string; workspace_id: string }>()

/** The repositories of a workspace's projects that the caller can see. */
export const repositoriesOf = sql(`select p.id, p.slug, p.name,
    array(select lower(r.name) from repository_projects rp join repositories r on r.org_id = rp.org_id and r.id = rp.repository_id
      where rp.org_id = p.org_id and rp.project_id = p.id) as repositories
  from workspace_projects wp join projects p on p.org_id = wp.org_id and p.id = wp.project_id
  where wp.org_id = :org and wp.workspace_id = :workspace and p.deleted_at is null and p.archived_at is null
    and app.sees_project(p.visibility, p.id) order by p.name, p.id limit 200`).as<{
  id: string
  slug: string
  name: string
  repositories: string[]
}>()
