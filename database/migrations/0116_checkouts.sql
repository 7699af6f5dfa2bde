-- Checkouts of a workspace: where on which machine a repository lies, and how it was when the machine last said so.
create table workspace_checkouts (
  org_id uuid not null,
  id uuid not null,
  workspace_id uuid not null,
  tunnel_id uuid not null,
  -- The machine's own name for it: a report of the same one again changes this row.
  local_id text not null check (length(local_id) between 1 and 200),
  path text not null check (length(path) between 1 and 1000),
  -- As the code host calls it: owner/name.
  repository text check (length(repository) between 3 and 200),
  branch text check (length(branch) between 1 and 250),
  head text check (length(head) between 7 and 64),
  dirty_files jsonb not null default '[]',
  worktrees jsonb not null default '[]',
  -- When the machine last told of it; null: not yet.
  checked_at timestamptz,
  added_by uuid not null references users,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, workspace_id, tunnel_id, local_id),
  foreign key (org_id, workspace_id) references workspaces (org_id, id) on delete cascade,
  foreign key (org_id, tunnel_id) references tunnels (org_id, id) on delete cascade
);
create index workspace_checkouts_tunnel on workspace_checkouts (org_id, tunnel_id);
create index workspace_checkouts_repository on workspace_checkouts (org_id, lower(repository)) where repository is not null;
select app.protect_tenant_table('workspace_checkouts', 'select, insert, update, delete');
