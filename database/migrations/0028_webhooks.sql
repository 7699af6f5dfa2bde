-- Where an organization's events are sent. An endpoint acts for whoever made it: it is sent what they may see.
create table webhooks (
  org_id uuid not null references organizations (id),
  id uuid not null,
  url text not null check (length(url) between 10 and 2000),
  description text not null default '' check (length(description) <= 500),
  events text[] not null check (cardinality(events) between 1 and 50),
  project_id uuid,
  enabled boolean not null default true,
  disabled_reason text check (disabled_reason in ('by_hand', 'failing', 'gone', 'creator_left')),
  disabled_at timestamptz,
  -- Both sealed for this row alone; the previous one signs along until its time is over.
  secret bytea,
  previous_secret bytea,
  previous_until timestamptz,
  failing_since timestamptz,
  throttled_until timestamptz,
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, project_id) references projects (org_id, id),
  check (enabled = (disabled_reason is null)),
  check ((secret is null) = (deleted_at is not null))
);
comment on table webhooks is 'tenant';

-- One event for one endpoint, or a test. Those of one lane (the event's subject) go one after the other, by seq.
create table webhook_deliveries (
  org_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  seq bigint not null,
  type text not null,
  lane uuid not null,
  project_id uuid,
  -- Whose event it is, if it is one member's own: it is shown to nobody else.
  owner_id uuid,
  body text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'cancelled')),
  attempts integer not null default 0,
  -- Failures since it was queued or replayed: how far it is in the list of retries.
  failures integer not null default 0,
  next_attempt_at timestamptz not null,
  -- Whoever sends it holds it until then; afterwards another may.
  claim_id uuid,
  claimed_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, webhook_id) references webhooks (org_id, id)
);
comment on table webhook_deliveries is 'tenant';
create index webhook_deliveries_list on webhook_deliveries (org_id, webhook_id, id);
create index webhook_deliveries_due on webhook_deliveries (org_id, webhook_id, next_attempt_at) where status = 'pending';
create index webhook_deliveries_lane on webhook_deliveries (org_id, webhook_id, lane, seq) where status = 'pending';
create index webhook_deliveries_waiting on webhook_deliveries (next_attempt_at) where status = 'pending';
create index webhook_deliveries_age on webhook_deliveries (created_at);
create unique index webhook_deliveries_once on webhook_deliveries (org_id, webhook_id, seq) where seq > 0;

create table webhook_attempts (
  org_id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  at timestamptz not null,
  duration_ms integer not null,
  response_status integer,
  error text,
  response text not null default '' check (length(response) <= 1024),
  primary key (org_id, delivery_id, number),
  foreign key (org_id, delivery_id) references webhook_deliveries (org_id, id) on delete cascade
);
comment on table webhook_attempts is 'tenant';

do $$
declare t text;
begin
  foreach t in array array['webhooks', 'webhook_deliveries', 'webhook_attempts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to baton_owner using (true) with check (true)', t);
    execute format('create policy tenant on %I to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()))', t);
  end loop;
end $$;
grant select, insert, update on webhooks, webhook_deliveries to baton_app;
grant select, insert on webhook_attempts to baton_app;

-- The worker asks which organizations have something to send, and forgets what is old; it reads no body and no secret there.
create policy administration on webhook_deliveries for select to baton_admin using (true);
create policy retention on webhook_deliveries for delete to baton_admin using (true);
grant select (org_id, id, webhook_id, status, next_attempt_at, claimed_until, created_at), delete on webhook_deliveries to baton_admin;
create policy administration on webhooks for select to baton_admin using (true);
grant select (org_id, id, enabled, throttled_until, deleted_at) on webhooks to baton_admin;
