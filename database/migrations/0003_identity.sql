-- The schema auth holds what proves who somebody is. Only baton_auth reads it, through a pool of its own, so an injection
-- in the application finds no hash and no address there.
grant usage on schema auth to baton_auth, baton_admin;

create table auth.accounts (
  user_id uuid primary key references users (id),
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  email_verified_at timestamptz,
  password_hash text,
  role text not null default 'user' check (role in ('user', 'admin')),
  suspended_at timestamptz,
  personal_org_id uuid not null references organizations (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table auth.accounts is 'auth';
create unique index accounts_email on auth.accounts (email);

create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.accounts (user_id),
  kind text not null check (kind in ('interactive', 'device')),
  method text not null,
  refresh_hash bytea not null,
  previous_hash bytea,
  rotated_at timestamptz,
  authenticated_at timestamptz not null,
  address text,
  device text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  idle_until timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  ended_why text
);
comment on table auth.sessions is 'auth';
create unique index sessions_refresh on auth.sessions (refresh_hash);
create unique index sessions_previous on auth.sessions (previous_hash) where previous_hash is not null;
create index sessions_user on auth.sessions (user_id) where ended_at is null;

create table auth.tokens (
  id uuid primary key,
  user_id uuid not null references auth.accounts (user_id),
  org_id uuid not null references organizations (id),
  agent_id uuid,
  kind text not null check (kind in ('mcp', 'api_key')),
  name text not null check (length(name) between 1 and 120),
  hash bytea not null unique,
  prefix text not null,
  last_four text not null,
  scopes text[],
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
comment on table auth.tokens is 'auth';
create index tokens_user on auth.tokens (user_id, kind, id desc);

-- Limits that must hold when Redis is gone: failed logins by account and by address, registrations by address.
create table auth.attempts (
  kind text not null check (kind in ('login_account', 'login_address', 'register_address')),
  key text not null,
  at timestamptz not null
);
comment on table auth.attempts is 'auth';
create index attempts_key on auth.attempts (kind, key, at);

create table auth.setup_links (
  hash bytea primary key,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table auth.setup_links is 'auth';

do $$
declare t text;
begin
  foreach t in array array['accounts', 'sessions', 'tokens', 'attempts', 'setup_links'] loop
    execute format('alter table auth.%I enable row level security', t);
    execute format('alter table auth.%I force row level security', t);
    execute format('create policy owner_all on auth.%I to baton_owner using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on auth.%I to baton_auth', t);
  end loop;
  -- Once a caller is known, the identity realm sees that caller's rows only; before, it looks rows up by hash or address.
  foreach t in array array['accounts', 'sessions', 'tokens'] loop
    execute format('create policy identity on auth.%I to baton_auth using ((select app.user()) is null or user_id = (select app.user()))
      with check ((select app.user()) is null or user_id = (select app.user()))', t);
  end loop;
  foreach t in array array['attempts', 'setup_links'] loop
    execute format('create policy identity on auth.%I to baton_auth using (true) with check (true)', t);
  end loop;
end $$;

create policy administration on auth.accounts to baton_admin using (true) with check (true);
grant select (user_id, email, email_verified_at, role, suspended_at, personal_org_id, created_at) on auth.accounts to baton_admin;
grant update (role, suspended_at, updated_at) on auth.accounts to baton_admin;
