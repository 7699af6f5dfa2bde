-- What a person has allowed an OAuth client to do in one organization. Every code and token of the client hangs on one of these
-- rows, so that ending it ends them all.
create table auth.oauth_grants (
  id uuid primary key,
  user_id uuid not null references auth.accounts (user_id),
  org_id uuid not null references organizations (id),
  client_id text not null check (length(client_id) between 1 and 2000),
  client_name text not null check (length(client_name) between 1 and 120),
  redirect_host text not null check (length(redirect_host) between 1 and 255),
  resource text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
comment on table auth.oauth_grants is 'auth';
create index oauth_grants_user on auth.oauth_grants (user_id, id desc);

-- The records of oidc-provider: found by the digest of their id, which for a token, a code or a cookie is the secret itself;
-- the payload is sealed and does not hold the id either.
create table auth.oidc_records (
  model text not null,
  hash bytea not null,
  payload bytea not null,
  uid_hash bytea,
  grant_id uuid references auth.oauth_grants (id) on delete cascade,
  audience text,
  scopes text[],
  expires_at timestamptz not null,
  consumed_at timestamptz,
  primary key (model, hash)
);
comment on table auth.oidc_records is 'auth';
create index oidc_records_uid on auth.oidc_records (model, uid_hash) where uid_hash is not null;
create index oidc_records_grant on auth.oidc_records (grant_id) where grant_id is not null;
create index oidc_records_expiry on auth.oidc_records (expires_at);

alter table auth.oauth_grants enable row level security;
alter table auth.oauth_grants force row level security;
create policy owner_all on auth.oauth_grants to baton_owner using (true) with check (true);
create policy identity on auth.oauth_grants to baton_auth using ((select app.user()) is null or user_id = (select app.user()))
  with check ((select app.user()) is null or user_id = (select app.user()));
grant select, insert, update, delete on auth.oauth_grants to baton_auth;

alter table auth.oidc_records enable row level security;
alter table auth.oidc_records force row level security;
create policy owner_all on auth.oidc_records to baton_owner using (true) with check (true);
create policy identity on auth.oidc_records to baton_auth using (true) with check (true);
grant select, insert, update, delete on auth.oidc_records to baton_auth;
