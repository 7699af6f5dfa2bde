-- Workspaces: where work happens. The teams of a workspace get its projects, each team by its role there.
create table workspaces (
  org_id uuid not null references organizations,
  id uuid not null,
  slug text not null check (length(slug) between 2 and 64),
  name text not null check (length(name) between 1 and 120),
  description text not null default '' check (length(description) <= 2000),
  created_by uuid not null references users,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (org_id, id)
);
create unique index workspaces_slug on workspaces (org_id, slug) where deleted_at is null;
select app.protect_tenant_table('workspaces', 'select, insert, update');

-- A deleted workspace has no rows here: what it granted ends with them.
create table workspace_projects (
  org_id uuid not null,
  workspace_id uuid not null,
  project_id uuid not null,
  created_at timestamptz not null,
  primary key (org_id, workspace_id, project_id),
  foreign key (org_id, workspace_id) references workspaces (org_id, id) on delete cascade,
  foreign key (org_id, project_id) references projects (org_id, id) on delete cascade
);
create index workspace_projects_project on workspace_projects (org_id, project_id);
select app.protect_tenant_table('workspace_projects', 'select, insert, delete');

create table workspace_teams (
  org_id uuid not null,
  workspace_id uuid not null,
  team_id uuid not null,
  role text not null check (role in ('owner', 'editor', 'viewer')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, workspace_id, team_id),
  foreign key (org_id, workspace_id) references workspaces (org_id, id) on delete cascade,
  foreign key (org_id, team_id) references teams (org_id, id) on delete cascade
);
create index workspace_teams_team on workspace_teams (org_id, team_id);
select app.protect_tenant_table('workspace_teams', 'select, insert, update, delete');

-- Full text search asks the same rule of visibility as everything else.
create policy grants on workspace_projects for select to baton_search using (org_id = (select app.org()));
create policy grants on workspace_teams for select to baton_search using (org_id = (select app.org()));
grant select on workspace_projects, workspace_teams to baton_search;
