-- Repositories of a code host: the ways in that people have proven, what was read of each repository, and what links it to tasks.

-- One way in that a person proved for this organization: an installation of the instance's GitHub App that their own login lists, or a
-- fine-grained token they gave.
create table code_connections (
  org_id uuid not null references organizations,
  id uuid not null,
  kind text not null check (kind in ('app', 'token')),
  installation_id bigint,
  account text not null check (length(account) between 1 and 100),
  token bytea,
  granted_by uuid not null references users,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (org_id, id),
  check ((kind = 'app') = (installation_id is not null)),
  check (kind = 'app' or (token is null) = (ended_at is not null))
);
create unique index code_connections_installation on code_connections (org_id, installation_id) where ended_at is null and kind = 'app';
select app.protect_tenant_table('code_connections', 'select, insert, update');

-- The repositories that a way in was proven for; nothing else can be connected, whatever the App or the token could reach.
create table code_grants (
  org_id uuid not null,
  connection_id uuid not null,
  host_id bigint not null,
  name text not null check (length(name) between 3 and 200),
  url text not null,
  default_branch text not null,
  private boolean not null,
  granted_by uuid not null references users,
  granted_at timestamptz not null,
  primary key (org_id, connection_id, host_id),
  foreign key (org_id, connection_id) references code_connections (org_id, id)
);
create index code_grants_name on code_grants (org_id, lower(name));
select app.protect_tenant_table('code_grants', 'select, insert, update, delete');

-- A person who is on the way to the code host and back.
create table code_host_logins (
  org_id uuid not null references organizations,
  state_hash bytea not null,
  user_id uuid not null references users,
  verifier bytea not null,
  account text,
  expires_at timestamptz not null,
  primary key (org_id, state_hash)
);
select app.protect_tenant_table('code_host_logins', 'select, insert, delete');

create table repositories (
  org_id uuid not null references organizations,
  id uuid not null,
  connection_id uuid not null,
  host_id bigint not null,
  name text not null check (length(name) between 3 and 200),
  url text not null,
  default_branch text not null,
  private boolean not null,
  -- The commit of the default branch whose files are stored.
  head_sha text,
  status text not null default 'new' check (status in ('new', 'syncing', 'ready', 'failed')),
  error text,
  synced_at timestamptz,
  issues_mode text not null default 'off' check (issues_mode in ('off', 'import', 'mirror', 'two_way')),
  issues_project_id uuid,
  -- Up to which change of the host its issues were read.
  issues_read_at timestamptz,
  -- A sync has been asked for and not begun; a job for it is queued.
  wanted_at timestamptz,
  -- Who syncs it holds it until then, so that an older reading never replaces a newer one.
  claim_id uuid,
  claimed_until timestamptz,
  created_by uuid not null references users,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (org_id, id),
  unique (org_id, host_id),
  foreign key (org_id, connection_id) references code_connections (org_id, id),
  foreign key (org_id, issues_project_id) references projects (org_id, id)
);
create index repositories_host on repositories (host_id);
create index repositories_reconcile on repositories (synced_at nulls first);
select app.protect_tenant_table('repositories', 'select, insert, update, delete');
create policy administration on repositories for select to baton_admin using (true);
grant select on repositories to baton_admin;

-- A repository is seen by whoever sees one of its projects.
create table repository_projects (
  org_id uuid not null,
  repository_id uuid not null,
  project_id uuid not null,
  primary key (org_id, repository_id, project_id),
  foreign key (org_id, repository_id) references repositories (org_id, id) on delete cascade,
  foreign key (org_id, project_id) references projects (org_id, id)
);
create index repository_projects_project on repository_projects (org_id, project_id);
select app.protect_tenant_table('repository_projects', 'select, insert, delete');

create table repository_branches (
  org_id uuid not null,
  repository_id uuid not null,
  name text not null,
  sha text not null,
  committed_at timestamptz,
  protected boolean not null default false,
  primary key (org_id, repository_id, name),
  foreign key (org_id, repository_id) references repositories (org_id, id) on delete cascade
);
select app.protect_tenant_table('repository_branches', 'select, insert, update, delete');

create table pull_requests (
  org_id uuid not null,
  repository_id uuid not null,
  number integer not null,
  title text not null,
  state text not null check (state in ('open', 'closed', 'merged')),
  draft boolean not null,
  author text,
  head_ref text not null,
  head_sha text not null,
  base_ref text not null,
  review_decision text check (review_decision in ('approved', 'changes_requested', 'review_required')),
  url text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  merged_at timestamptz,
  primary key (org_id, repository_id, number),
  foreign key (org_id, repository_id) references repositories (org_id, id) on delete cascade
);
create index pull_requests_newest on pull_requests (org_id, repository_id, updated_at desc);
select app.protect_tenant_table('pull_requests', 'select, insert, update, delete');

create table repository_checks (
  org_id uuid not null,
  repository_id uuid not null,
  host_id bigint not null,
  head_sha text not null,
  name text not null,
  app_id bigint,
  workflow_path text,
  -- The workflow file as the commit has it, and whether the default branch has the same.
  workflow_blob text,
  workflow_trusted boolean not null default false,
  event text,
  status text not null,
  conclusion text,
  url text,
  completed_at timestamptz,
  primary key (org_id, repository_id, host_id),
  foreign key (org_id, repository_id) references repositories (org_id, id) on delete cascade
);
create index repository_checks_commit on repository_checks (org_id, repository_id, head_sha);
select app.protect_tenant_table('repository_checks', 'select, insert, update, delete');

-- Commits that name a task, not the whole history.
create table repository_commits (
  org_id uuid not null,
  repository_id uuid not null,
  sha text not null,
  subject text not null,
  author text,
  committed_at timestamptz not null,
  url text not null,
  primary key (org_id, repository_id, sha),
  foreign key (org_id, repository_id) references repositories (org_id, id) on delete cascade
);
select app.protect_tenant_table('repository_commits', 'select, insert, update, delete');

create table code_links (
  org_id uuid not null,
  repository_id uuid not null,
  item_id uuid not null,
  kind text not null check (kind in ('branch', 'commit', 'pull_request')),
  ref text not null,
  primary key (org_id, item_id, repository_id, kind, ref),
  foreign key (org_id, repository_id) references repositories (org_id, id) on delete cascade,
  foreign key (org_id, item_id) references work_items (org_id, id) on delete cascade
);
create index code_links_repository on code_links (org_id, repository_id, kind, ref);
select app.protect_tenant_table('code_links', 'select, insert, delete');

create table repository_files (
  org_id uuid not null,
  repository_id uuid not null,
  path text not null,
  blob_sha text not null,
  size integer not null,
  language text,
  content text,
  skipped text check (skipped in ('binary', 'too_large', 'vendored', 'generated', 'ignored', 'symlink', 'over_budget')),
  -- Secrets that were taken out of the content before it was stored.
  redacted integer not null default 0,
  primary key (org_id, repository_id, path),
  check ((content is null) = (skipped is not null)),
  foreign key (org_id, repository_id) references repositories (org_id, id) on delete cascade
);
create index repository_files_blob on repository_files (org_id, repository_id, blob_sha);
select app.protect_tenant_table('repository_files', 'select, insert, update, delete');

-- Deliveries of the code host that have come in, so that a repeated one is known. A delivery names no organization: what it wakes is
-- found by its repository.
create table host_deliveries (
  id text primary key check (length(id) between 1 and 100),
  event text not null,
  host_id bigint,
  received_at timestamptz not null
);
create index host_deliveries_received on host_deliveries (received_at);
comment on table host_deliveries is 'instance';
alter table host_deliveries enable row level security;
alter table host_deliveries force row level security;
create policy owner_all on host_deliveries to baton_owner using (true) with check (true);

-- What Baton wrote at the code host, so that it is no news when it comes back.
create table host_writes (
  org_id uuid not null,
  repository_id uuid not null,
  kind text not null,
  object text not null,
  hash bytea not null,
  written_at timestamptz not null,
  primary key (org_id, repository_id, kind, object, hash),
  foreign key (org_id, repository_id) references repositories (org_id, id) on delete cascade
);
select app.protect_tenant_table('host_writes', 'select, insert, update, delete');

-- Issues of the code host and the tasks they became.
create table issue_links (
  org_id uuid not null,
  repository_id uuid not null,
  number integer not null,
  item_id uuid not null,
  title text not null,
  state text not null check (state in ('open', 'closed')),
  url text not null,
  -- The fields that both sides have, as they last agreed.
  agreed bytea not null,
  host_updated_at timestamptz not null,
  primary key (org_id, repository_id, number),
  foreign key (org_id, repository_id) references repositories (org_id, id) on delete cascade,
  foreign key (org_id, item_id) references work_items (org_id, id) on delete cascade
);
create index issue_links_item on issue_links (org_id, item_id);
select app.protect_tenant_table('issue_links', 'select, insert, update, delete');
create policy administration on issue_links for select to baton_admin using (true);
grant select on issue_links to baton_admin;
