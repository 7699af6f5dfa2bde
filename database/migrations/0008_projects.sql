create table projects (
  org_id uuid not null references organizations (id),
  id uuid not null,
  slug text not null check (slug ~ '^[a-z0-9](-?[a-z0-9])*$' and length(slug) <= 64),
  key text not null check (key ~ '^[A-Z][A-Z0-9]{1,9}$'),
  name text not null check (length(name) between 1 and 120),
  description text not null default '' check (length(description) <= 20000),
  settings jsonb not null default '{}',
  visibility text not null default 'organization' check (visibility in ('organization', 'private')),
  shared_slug text,
  last_number integer not null default 0,
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (org_id, id)
);
comment on table projects is 'tenant';
create unique index projects_slug on projects (org_id, slug) where deleted_at is null;
create unique index projects_key on projects (org_id, key);

create table project_members (
  org_id uuid not null,
  project_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null,
  primary key (org_id, project_id, user_id),
  foreign key (org_id, project_id) references projects (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references memberships (org_id, user_id) on delete cascade
);
comment on table project_members is 'tenant';
create index project_members_user on project_members (org_id, user_id);

do $$
declare t text;
begin
  foreach t in array array['projects', 'project_members'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to baton_owner using (true) with check (true)', t);
    execute format('create policy tenant on %I to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()))', t);
    execute format('create policy administration on %I for select to baton_admin using (true)', t);
    execute format('grant select on %I to baton_admin', t);
  end loop;
end $$;
grant select, insert, update on projects to baton_app;
grant select, insert, delete on project_members to baton_app;

-- The one rule for who sees a project: everybody in the organization, or for a private one its members, owners and admins.
create function app.sees_project(p_visibility text, p_project uuid) returns boolean language sql stable as $$
  select p_visibility = 'organization'
    or exists (select from public.memberships m
      where m.org_id = app.org() and m.user_id = app.user() and m.role in ('owner', 'admin'))
    or exists (select from public.project_members pm
      where pm.org_id = app.org() and pm.project_id = p_project and pm.user_id = app.user())
$$;
grant execute on function app.sees_project(text, uuid) to baton_app;
