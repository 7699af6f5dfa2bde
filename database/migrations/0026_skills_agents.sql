-- A skill is text that tells an agent how to do something. Its text lives in its versions; a skill without a team is normal.
create table skills (
  org_id uuid not null references organizations (id),
  id uuid not null,
  slug text not null check (slug ~ '^[a-z0-9](-?[a-z0-9])*$' and length(slug) <= 64),
  name text not null check (length(name) between 1 and 120),
  description text not null check (length(description) <= 2000),
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  visibility text not null check (visibility in ('personal', 'team', 'public')),
  team_id uuid,
  owner_id uuid not null references users (id),
  revision integer not null default 1,
  copied_organization text,
  copied_slug text,
  copied_revision integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, team_id) references teams (org_id, id),
  check (team_id is null or visibility = 'team'),
  check (num_nonnulls(copied_organization, copied_slug, copied_revision) in (0, 3))
);
comment on table skills is 'tenant';
-- What one person keeps for themselves takes no name from anybody else.
create unique index skills_personal_slug on skills (org_id, owner_id, slug) where deleted_at is null and visibility = 'personal';
create unique index skills_shared_slug on skills (org_id, slug) where deleted_at is null and visibility <> 'personal';

-- Never changed: the serving role may add and read.
create table skill_versions (
  org_id uuid not null,
  skill_id uuid not null,
  number integer not null check (number > 0),
  description text not null check (length(description) <= 2000),
  body text not null check (length(body) <= 100000),
  author_id uuid not null references users (id),
  agent_id uuid,
  restored_from integer,
  created_at timestamptz not null,
  primary key (org_id, skill_id, number),
  foreign key (org_id, skill_id) references skills (org_id, id),
  foreign key (org_id, agent_id) references agents (org_id, id)
);
comment on table skill_versions is 'tenant';

do $$
declare t text;
begin
  foreach t in array array['skills', 'skill_versions'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to baton_owner using (true) with check (true)', t);
    execute format('create policy tenant on %I to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()))', t);
  end loop;
end $$;
grant select, insert, update on skills to baton_app;
grant select, insert on skill_versions to baton_app;

-- The one rule for who sees a skill of the organization: its owner, the team it is for, everybody if it names no team.
create function app.sees_skill(p_visibility text, p_owner uuid, p_team uuid) returns boolean language sql stable as $$
  select p_owner = app.user() or p_visibility = 'public' or (p_visibility = 'team' and (p_team is null
    or exists (select from public.team_members m join public.teams t on t.org_id = m.org_id and t.id = m.team_id
      where m.org_id = app.org() and m.team_id = p_team and m.user_id = app.user() and t.deleted_at is null)))
$$;
grant execute on function app.sees_skill(text, uuid, uuid) to baton_app;

alter table agents
  add column description text not null default '' check (length(description) <= 2000),
  add column role text not null default '' check (length(role) <= 80),
  add column skill_ids uuid[] not null default '{}' check (cardinality(skill_ids) <= 20),
  add column memory_scope text not null default 'agent' check (memory_scope in ('agent', 'project', 'session')),
  add column project_id uuid,
  add column model text not null default '' check (length(model) <= 120),
  add column settings jsonb not null default '{}',
  add column status text not null default 'active' check (status in ('active', 'stopped')),
  add column public_slug text,
  -- What to do with the memory of a deleted agent: kept aside, or gone with it.
  add column archive_memory boolean not null default false,
  add foreign key (org_id, project_id) references projects (org_id, id);
create index agents_project on agents (org_id, project_id) where project_id is not null;
create index work_items_agent_leases on work_items (org_id, lease_agent_id) where lease_agent_id is not null;
create index work_items_agent on work_items (org_id, assignee_agent_id) where assignee_agent_id is not null and deleted_at is null;

-- A long text stands beside the fields that a list reads.
alter table published add column body text;
create index published_newest on published (kind, item_id desc);
-- Published skills and agents are public knowledge: a list shows them next to one's own. Nothing else of another organization is.
create policy skills_and_agents on published for select to baton_app using (kind in ('skill', 'agent'));
