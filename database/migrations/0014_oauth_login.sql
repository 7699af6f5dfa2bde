-- Who somebody is at GitHub, Google or Microsoft. One of each provider per user, so a provider's name is enough to disconnect it.
create table auth.identities (
  provider text not null check (provider in ('github', 'google', 'microsoft')),
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null references auth.accounts (user_id),
  email text check (length(email) <= 254),
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (provider, subject),
  unique (user_id, provider)
);
comment on table auth.identities is 'auth';

-- A browser on its way to a provider and back. user_id: somebody logged in connects another account; then browser_hash is
-- set when their browser sets out.
create table auth.oauth_states (
  state_hash bytea primary key,
  provider text not null,
  browser_hash bytea,
  user_id uuid references auth.accounts (user_id),
  flow bytea not null,
  challenge text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (user_id is not null or browser_hash is not null)
);
comment on table auth.oauth_states is 'auth';
create index oauth_states_expiry on auth.oauth_states (expires_at);
create index oauth_states_user on auth.oauth_states (user_id) where user_id is not null;

-- What a browser carries back in its fragment, once: 'login' for a session, 'link' for an identity to be connected.
create table auth.oauth_codes (
  hash bytea primary key,
  purpose text not null check (purpose in ('login', 'link')),
  user_id uuid not null references auth.accounts (user_id),
  provider text not null,
  subject text not null,
  email text,
  challenge text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table auth.oauth_codes is 'auth';
create index oauth_codes_expiry on auth.oauth_codes (expires_at);
create index oauth_codes_user on auth.oauth_codes (user_id);

do $$
declare t text;
begin
  foreach t in array array['identities', 'oauth_states', 'oauth_codes'] loop
    execute format('alter table auth.%I enable row level security', t);
    execute format('alter table auth.%I force row level security', t);
    execute format('create policy owner_all on auth.%I to baton_owner using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on auth.%I to baton_auth', t);
    execute format('create policy identity on auth.%I to baton_auth using ((select app.user()) is null or user_id = (select app.user()))
      with check ((select app.user()) is null or user_id = (select app.user()))', t);
  end loop;
end $$;
