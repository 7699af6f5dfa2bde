-- Administration: suspensions that end, impersonation, settings, announcements.

-- A suspension may have an end, and says why to the person it is about.
alter table auth.accounts add column suspended_until timestamptz, add column suspend_reason text check (length(suspend_reason) <= 500);
grant select (suspended_until, suspend_reason), update (suspended_until, suspend_reason) on auth.accounts to baton_admin;

-- An administrator who acts as somebody else, through their own login session and for half an hour at most. Not a credential: the id opens
-- nothing without that session.
create table auth.impersonations (
  id uuid primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  administrator_id uuid not null references auth.accounts (user_id),
  user_id uuid not null references auth.accounts (user_id),
  reason text not null check (length(reason) between 1 and 500),
  started_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid,
  check (administrator_id <> user_id)
);
comment on table auth.impersonations is 'auth';
-- One at a time for a login.
create unique index impersonations_session on auth.impersonations (session_id) where ended_at is null;
create index impersonations_login on auth.impersonations (session_id);
create index impersonations_user on auth.impersonations (user_id, id desc);
create index impersonations_administrator on auth.impersonations (administrator_id, id desc);
alter table auth.impersonations enable row level security;
alter table auth.impersonations force row level security;
create policy owner_all on auth.impersonations to baton_owner using (true) with check (true);
create policy identity on auth.impersonations to baton_auth
  using ((select app.user()) is null or user_id = (select app.user()) or administrator_id = (select app.user()))
  with check ((select app.user()) is null or user_id = (select app.user()) or administrator_id = (select app.user()));
create policy administration on auth.impersonations to baton_admin using (true) with check (true);
grant select, update (ended_at, ended_by) on auth.impersonations to baton_auth;
grant select, insert, update (ended_at, ended_by) on auth.impersonations to baton_admin;

alter table auth.ws_tickets add column impersonation_id uuid references auth.impersonations (id) on delete cascade;
alter table auth.ws_tickets drop constraint ws_tickets_of_one;
alter table auth.ws_tickets add constraint ws_tickets_of_one check (num_nonnulls(session_id, token_id, impersonation_id) = 1) not valid;
alter table auth.ws_tickets validate constraint ws_tickets_of_one;

-- What an administrator looks at: login sessions without their secrets, teams and their members, notes.
create policy administration on auth.sessions for select to baton_admin using (true);
grant select (id, user_id, kind, method, address, device, created_at, last_used_at, idle_until, ends_at, ended_at, ended_why)
  on auth.sessions to baton_admin;
create policy administration on auth.attempts to baton_admin using (true) with check (true);
grant select, insert on auth.attempts to baton_admin;
create policy administration on teams to baton_admin using (true) with check (true);
grant select, update on teams to baton_admin;
create policy administration on team_members to baton_admin using (true) with check (true);
grant select, insert, update, delete on team_members to baton_admin;
create policy administration on invites to baton_admin using (true) with check (true);
grant select (org_id, team_id), update (team_id, team_role) on invites to baton_admin;
create policy administration on notes for select to baton_admin using (true);
grant select (org_id, id, project_id, owner_id, title, content, tags, pinned, public_slug, created_by, created_at, updated_at, deleted_at, version)
  on notes to baton_admin;

-- Settings of the instance by key. What must not be read back is sealed.
create table instance_settings (
  key text primary key check (key ~ '^[a-z][a-z_]{0,39}$'),
  value jsonb not null check (jsonb_typeof(value) = 'object' and pg_column_size(value) <= 65536),
  sealed bytea,
  updated_by uuid references users,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
comment on table instance_settings is 'instance';
alter table instance_settings enable row level security;
alter table instance_settings force row level security;
create policy owner_all on instance_settings to baton_owner using (true) with check (true);
-- Every process reads all of them once and keeps them. What of them is for everybody it knows from their schemas, so the public role needs none.
create policy every_process on instance_settings for select to baton_app using (true);
create policy administration on instance_settings to baton_admin using (true) with check (true);
grant select on instance_settings to baton_app;
grant select, insert, update on instance_settings to baton_admin;

-- What administrators tell people. Each of them has a notification under the announcement's id, so nobody is told twice.
create table announcements (
  id uuid primary key,
  title text not null check (length(title) between 1 and 300),
  body text not null default '' check (length(body) <= 4000),
  audience text not null check (audience in ('everyone', 'administrators', 'organization', 'user')),
  organization_id uuid,
  -- Goes with the account: what is told to one person may be about them.
  recipient_id uuid references auth.accounts (user_id),
  sent_by uuid references users,
  recipients integer not null default 0,
  spread_at timestamptz,
  created_at timestamptz not null
);
comment on table announcements is 'instance';
create index announcements_age on announcements (created_at);
create index announcements_recipient on announcements (recipient_id, id) where recipient_id is not null;
alter table announcements enable row level security;
alter table announcements force row level security;
create policy owner_all on announcements to baton_owner using (true) with check (true);
create policy delivering on announcements for select to baton_app using (true);
create policy administration on announcements to baton_admin using (true) with check (true);
grant select on announcements to baton_app;
grant select, insert, update on announcements to baton_admin;
