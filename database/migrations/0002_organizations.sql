create table handles (
  handle text primary key check (handle ~ '^[a-z0-9](-?[a-z0-9])*$' and length(handle) between 2 and 39),
  kind text not null check (kind in ('user', 'organization', 'team', 'reserved')),
  id uuid not null,
  created_at timestamptz not null default now()
);
comment on table handles is 'instance';
create index handles_id on handles (id);
alter table handles enable row level security;
alter table handles force row level security;
create policy owner_all on handles to baton_owner using (true) with check (true);
-- A name that is taken is public knowledge: nobody else can take it.
create policy anyone_reads on handles for select to baton_app, baton_auth, baton_admin using (true);
create policy account_claims on handles for insert to baton_auth with check (kind = 'user');
create policy organization_claims on handles for insert to baton_app with check (kind = 'organization' and id = (select app.org()));
grant select, insert on handles to baton_app, baton_auth;
grant select on handles to baton_admin;

create table users (
  id uuid primary key,
  handle text not null unique references handles (handle),
  name text not null check (length(name) between 1 and 120),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
comment on table users is 'personal(id)';

create table organizations (
  id uuid primary key,
  handle text not null unique references handles (handle),
  name text not null check (length(name) between 1 and 120),
  personal_of uuid unique references users (id),
  sandbox_of uuid unique references organizations (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
comment on table organizations is 'tenant(id)';

create table memberships (
  org_id uuid not null references organizations (id),
  user_id uuid not null references users (id),
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (org_id, user_id)
);
comment on table memberships is 'tenant';
create index memberships_user on memberships (user_id);

-- Two definer functions answer "do we share an organization" so that the policies below do not call each other in circles.
create function app.is_member(p_org uuid, p_user uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
  as $$ select exists (select from public.memberships m where m.org_id = p_org and m.user_id = p_user) $$;
revoke execute on function app.is_member(uuid, uuid) from public;
grant execute on function app.is_member(uuid, uuid) to baton_app;

alter table users enable row level security;
alter table users force row level security;
create policy owner_all on users to baton_owner using (true) with check (true);
create policy own on users to baton_app using (id = (select app.user())) with check (id = (select app.user()));
create policy colleagues on users for select to baton_app using (app.is_member((select app.org()), id));
create policy identity on users to baton_auth
  using ((select app.user()) is null or id = (select app.user())) with check ((select app.user()) is null or id = (select app.user()));
create policy administration on users to baton_admin using (true) with check (true);
grant select, update on users to baton_app;
grant select, insert, update on users to baton_auth;
grant select, update on users to baton_admin;

alter table organizations enable row level security;
alter table organizations force row level security;
create policy owner_all on organizations to baton_owner using (true) with check (true);
create policy tenant on organizations to baton_app using (id = (select app.org())) with check (id = (select app.org()));
create policy member_reads on organizations for select to baton_app using (app.is_member(id, (select app.user())));
create policy identity on organizations to baton_auth using (true) with check (true);
create policy administration on organizations to baton_admin using (true) with check (true);
grant select, insert, update on organizations to baton_app;
grant select, insert on organizations to baton_auth;
grant select, update on organizations to baton_admin;

alter table memberships enable row level security;
alter table memberships force row level security;
create policy owner_all on memberships to baton_owner using (true) with check (true);
create policy tenant on memberships to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()));
create policy own_reads on memberships for select to baton_app using (user_id = (select app.user()));
create policy identity on memberships to baton_auth
  using ((select app.user()) is null or user_id = (select app.user())) with check ((select app.user()) is null or user_id = (select app.user()));
create policy administration on memberships to baton_admin using (true) with check (true);
grant select, insert, update, delete on memberships to baton_app;
grant select, insert on memberships to baton_auth;
grant select, insert, update, delete on memberships to baton_admin;
