-- Browsers that are told at once. The address and its keys are sealed: whoever has them can send to that browser. A subscription belongs to
-- the login it was made with and ends with it.
create table auth.push_subscriptions (
  id uuid primary key,
  user_id uuid not null references auth.accounts (user_id),
  session_id uuid not null references auth.sessions (id) on delete cascade,
  endpoint_hash bytea not null,
  sealed bytea not null,
  service text not null check (length(service) <= 260),
  device text check (length(device) <= 400),
  created_at timestamptz not null,
  last_sent_at timestamptz,
  failed_at timestamptz,
  failure text check (length(failure) <= 200),
  unique (user_id, endpoint_hash)
);
comment on table auth.push_subscriptions is 'auth';
create index push_subscriptions_user on auth.push_subscriptions (user_id, id desc);
create index push_subscriptions_address on auth.push_subscriptions (endpoint_hash, id);
create index push_subscriptions_session on auth.push_subscriptions (session_id);
alter table auth.push_subscriptions enable row level security;
alter table auth.push_subscriptions force row level security;
create policy owner_all on auth.push_subscriptions to baton_owner using (true) with check (true);
create policy identity on auth.push_subscriptions to baton_auth using ((select app.user()) is null or user_id = (select app.user()))
  with check ((select app.user()) is null or user_id = (select app.user()));
grant select, insert, update, delete on auth.push_subscriptions to baton_auth;

-- When a notification was pushed: what settles it later takes it off the screens it is on.
alter table notifications add column pushed_at timestamptz;
grant update (pushed_at) on notifications to baton_auth;
