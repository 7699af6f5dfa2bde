-- An instance is one running window of a client: two windows share a token and an agent, never an instance. A session belongs to
-- the instance that began it, a lease to the session or the instance that claimed it. What tells one instance from another is the
-- client's own id of its conversation, or the connection; a client that says neither gets an instance with its first claim or session.
create table agent_instances (
  org_id uuid not null references organizations (id),
  id uuid not null,
  user_id uuid not null references users (id),
  agent_id uuid,
  client_session text check (length(client_session) <= 200),
  connection text check (length(connection) <= 64),
  seen_at timestamptz not null,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, agent_id) references agents (org_id, id)
);
comment on table agent_instances is 'tenant';
create unique index agent_instances_client_session on agent_instances (org_id, user_id, client_session, agent_id) nulls not distinct
  where client_session is not null;
create unique index agent_instances_connection on agent_instances (org_id, user_id, connection, agent_id) nulls not distinct
  where connection is not null;
create index agent_instances_agent on agent_instances (org_id, agent_id, seen_at);
create index agent_instances_seen on agent_instances (seen_at);

-- What an instance has to be told with its next result: what it lost, to whom, and what became possible. The fence it had is a way
-- to recognize it again where the protocol offers no other. A notice without an instance is for whoever still has the fence.
create table agent_notices (
  org_id uuid not null references organizations (id),
  id uuid not null,
  instance_id uuid,
  kind text not null check (length(kind) <= 40),
  fence text check (length(fence) <= 64),
  details jsonb not null,
  created_at timestamptz not null,
  delivered_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, instance_id) references agent_instances (org_id, id) on delete cascade,
  check (num_nonnulls(instance_id, fence) > 0)
);
comment on table agent_notices is 'tenant';
create index agent_notices_waiting on agent_notices (org_id, instance_id) where delivered_at is null;
create index agent_notices_fence on agent_notices (org_id, fence) where delivered_at is null and fence is not null;
create index agent_notices_created on agent_notices (created_at);

do $$
declare t text;
begin
  foreach t in array array['agent_instances', 'agent_notices'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to baton_owner using (true) with check (true)', t);
    execute format('create policy tenant on %I to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()))', t);
  end loop;
end $$;
grant select, insert, update on agent_instances, agent_notices to baton_app;

-- No reference is checked for rows that are there already, so nothing is scanned under a lock.
alter table agent_sessions add column instance_id uuid,
  add foreign key (org_id, instance_id) references agent_instances (org_id, id) on delete set null (instance_id) not valid;
create index agent_sessions_instance on agent_sessions (org_id, instance_id) where instance_id is not null;

-- `fence` is the secret of the current lease, 128 random bits; after a completion by its holder it stays, so that the holder may repeat
-- the call. `lease_fence` goes on counting leases: jobs name the one they are about by it.
alter table work_items add column fence text, add column lease_instance_id uuid, add column lease_warned_until timestamptz,
  add column completed_by uuid, add column completed_by_agent_id uuid;

-- A version that knows no secrets counts on without one: what it claims must not be open to the holder before it.
create function app.forget_fence() returns trigger language plpgsql as $$
begin
  new.fence := null;
  new.lease_instance_id := null;
  return new;
end $$;
create trigger forget_fence before update on work_items for each row
  when (new.lease_fence <> old.lease_fence and new.fence is not distinct from old.fence) execute function app.forget_fence();

-- Windows that are closed and what they were not told are kept for a month.
create or replace function app.retained() returns table (name text, relation text, due text, condition text)
  language sql immutable set search_path = pg_catalog, pg_temp
as $$
  values
    ('idempotency', 'public.idempotency', 'created_at', 'true'),
    ('attempts', 'auth.attempts', 'at', 'true'),
    ('oidc_records', 'auth.oidc_records', 'expires_at', 'true'),
    ('pending_logins', 'auth.pending_logins', 'expires_at', 'true'),
    ('passkey_challenges', 'auth.passkey_challenges', 'expires_at', 'true'),
    ('mailings', 'auth.mailings', 'created_at', 'true'),
    ('notifications', 'public.notifications', 'created_at', 'read_at is not null'),
    ('webhook_deliveries', 'public.webhook_deliveries', 'created_at', 'true'),
    ('sessions', 'auth.sessions', 'ends_at', 'true'),
    ('tokens', 'auth.tokens', 'least(expires_at, revoked_at)', 'true'),
    ('oauth_grants', 'auth.oauth_grants', 'least(expires_at, revoked_at)', 'true'),
    ('invites', 'public.invites', 'least(expires_at, accepted_at, declined_at, revoked_at)', 'true'),
    ('tool_calls', 'public.tool_calls', 'hour', 'true'),
    ('usage_days', 'public.usage_days', 'day', 'true'),
    ('session_checkpoints', 'public.session_checkpoints', 'created_at', 'true'),
    ('agent_notices', 'public.agent_notices', 'created_at', 'true'),
    ('agent_instances', 'public.agent_instances', 'seen_at', 'true'),
    ('comments', 'public.comments', 'deleted_at', 'deleted_at is not null'),
    ('work_items', 'public.work_items', 'deleted_at', 'deleted_at is not null'),
    ('memories', 'public.memories', 'deleted_at', 'deleted_at is not null')
$$;
