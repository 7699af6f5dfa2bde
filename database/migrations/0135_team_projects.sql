-- A team gets projects directly, each by a role, besides those of the workspaces it is in.
create table team_projects (
  org_id uuid not null,
  team_id uuid not null,
  project_id uuid not null,
  role text not null check (role in ('editor', 'viewer')),
  granted_by uuid not null references users,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, team_id, project_id),
  foreign key (org_id, team_id) references teams (org_id, id) on delete cascade,
  foreign key (org_id, project_id) references projects (org_id, id) on delete cascade
);
create index team_projects_project on team_projects (org_id, project_id);
select app.protect_tenant_table('team_projects', 'select, insert, update, delete');
-- Full text search asks the same rule of visibility as everything else.
create policy grants on team_projects for select to baton_search using (org_id = (select app.org()));
grant select on team_projects to baton_search;

-- Which of their teams somebody has in front of them, wherever they log in. Who leaves a team has not chosen it any longer.
create table current_teams (
  org_id uuid not null,
  user_id uuid not null,
  team_id uuid not null,
  chosen_at timestamptz not null,
  primary key (org_id, user_id),
  foreign key (org_id, team_id, user_id) references team_members (org_id, team_id, user_id) on delete cascade
);
create index current_teams_team on current_teams (org_id, team_id, user_id);
select app.protect_tenant_table('current_teams', 'select, insert, update, delete');

alter table teams add column avatar text check (avatar ~ '^[0-9a-f]{32}\.webp$');
create function app.discard_team_picture() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.discarded_files (file) select old.avatar
  where old.avatar is not null and (tg_op = 'DELETE' or old.avatar is distinct from new.avatar) on conflict do nothing;
  return null;
end $$;
revoke execute on function app.discard_team_picture() from public;
create trigger discard_picture after update of avatar or delete on teams for each row execute function app.discard_team_picture();

-- A ticket for the live door stands for what asked for it: a login session, or an API key.
alter table auth.ws_tickets alter column session_id drop not null;
alter table auth.ws_tickets add column token_id uuid references auth.tokens (id) on delete cascade;
alter table auth.ws_tickets add constraint ws_tickets_of_one check (num_nonnulls(session_id, token_id) = 1) not valid;
alter table auth.ws_tickets validate constraint ws_tickets_of_one;
