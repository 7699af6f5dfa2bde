-- Which kinds of attempts are counted is said where their limits stand.
alter table auth.attempts drop constraint if exists attempts_kind_check;
alter table auth.attempts add constraint attempts_kind_check check (kind ~ '^[a-z_]{1,40}$');

create table auth.passkeys (
  id uuid primary key,
  user_id uuid not null references auth.accounts (user_id),
  name text not null check (length(name) between 1 and 120),
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  synced boolean not null,
  second_factor boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
comment on table auth.passkeys is 'auth';
create index passkeys_user on auth.passkeys (user_id, id desc);

-- A challenge to register belongs to a user; one to log in belongs to nobody yet. Using one removes it.
create table auth.passkey_challenges (
  id uuid primary key,
  user_id uuid references auth.accounts (user_id),
  challenge text not null,
  expires_at timestamptz not null
);
comment on table auth.passkey_challenges is 'auth';
create index passkey_challenges_expiry on auth.passkey_challenges (expires_at);

-- A seed counts once a code of it was shown; until then it waits beside the one in use. Seeds are sealed, bound to the user.
create table auth.totp (
  user_id uuid primary key references auth.accounts (user_id),
  seed bytea,
  last_step bigint not null default 0,
  confirmed_at timestamptz,
  next_seed bytea,
  next_until timestamptz
);
comment on table auth.totp is 'auth';

create table auth.recovery_codes (
  user_id uuid not null references auth.accounts (user_id),
  hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, hash)
);
comment on table auth.recovery_codes is 'auth';

-- Logins whose first factor was right and whose second is still to come.
create table auth.pending_logins (
  hash bytea primary key,
  user_id uuid not null references auth.accounts (user_id),
  method text not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table auth.pending_logins is 'auth';
create index pending_logins_expiry on auth.pending_logins (expires_at);

do $$
declare t text;
begin
  foreach t in array array['passkeys', 'passkey_challenges', 'totp', 'recovery_codes', 'pending_logins'] loop
    execute format('alter table auth.%I enable row level security', t);
    execute format('alter table auth.%I force row level security', t);
    execute format('create policy owner_all on auth.%I to baton_owner using (true) with check (true)', t);
    execute format('create policy identity on auth.%I to baton_auth using ((select app.user()) is null or user_id = (select app.user()))
      with check ((select app.user()) is null or user_id = (select app.user()))', t);
    execute format('grant select, insert, update, delete on auth.%I to baton_auth', t);
  end loop;
end $$;
revoke update on auth.passkey_challenges from baton_auth;
-- Whoever is logged in may step up with a challenge that was nobody's.
create policy unowned on auth.passkey_challenges to baton_auth using (user_id is null) with check (false);

-- A code that nobody in particular asked for is mailed to an address; whoever owns the account there may step up with it.
create policy own_code_reads on auth.mailings for select to baton_auth
  using (kind = 'code' and email = (select a.email from auth.accounts a where a.user_id = (select app.user())));
create policy own_code_uses on auth.mailings for update to baton_auth
  using (kind = 'code' and email = (select a.email from auth.accounts a where a.user_id = (select app.user())));
