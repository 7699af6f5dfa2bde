-- Sync: devices that push what was done without a connection, and pull what others did.

create table sync_devices (
  org_id uuid not null references organizations,
  id uuid not null,
  user_id uuid not null,
  name text not null check (length(name) between 1 and 120),
  client text not null default '' check (length(client) <= 64),
  -- The last mutation that was taken or rejected; the next one is its successor.
  last_mid bigint not null default 0 check (last_mid >= 0),
  last_push_at timestamptz,
  last_pull_at timestamptz,
  last_pull_seq bigint,
  created_at timestamptz not null,
  primary key (org_id, id),
  -- Who leaves the organization leaves no device behind.
  foreign key (org_id, user_id) references memberships (org_id, user_id) on delete cascade
);
create index sync_devices_user on sync_devices (org_id, user_id, id);
select app.protect_tenant_table('sync_devices', 'select, insert, update, delete');

-- What became of each mutation. It commits with the effect, so that a repeated one is answered and not repeated.
create table sync_mutations (
  org_id uuid not null,
  device_id uuid not null,
  mid bigint not null check (mid > 0),
  operation text not null check (length(operation) <= 100),
  digest bytea not null,
  outcome jsonb not null,
  created_at timestamptz not null,
  primary key (org_id, device_id, mid),
  foreign key (org_id, device_id) references sync_devices (org_id, id) on delete cascade
);
create index sync_mutations_created on sync_mutations (created_at);
select app.protect_tenant_table('sync_mutations', 'select, insert');

-- When each field that merges was last written by a device, as the device's own clock had it.
create table sync_clocks (
  org_id uuid not null references organizations,
  subject_id uuid not null,
  field text not null check (length(field) <= 120),
  hlc text not null collate "C" check (length(hlc) <= 24),
  device_id uuid not null,
  -- The version of the subject that this write made: what is newer was written past sync.
  version integer not null,
  updated_at timestamptz not null,
  primary key (org_id, subject_id, field)
);
create index sync_clocks_updated on sync_clocks (updated_at);
select app.protect_tenant_table('sync_clocks', 'select, insert, update');

-- A long text that another one won over: kept until a person has looked at it.
create table sync_conflicts (
  org_id uuid not null references organizations,
  id uuid not null,
  user_id uuid not null,
  device_id uuid not null,
  kind text not null check (kind in ('task', 'note')),
  subject_id uuid not null,
  field text not null check (length(field) <= 60),
  text text not null check (length(text) <= 100000),
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, user_id) references memberships (org_id, user_id) on delete cascade
);
create index sync_conflicts_user on sync_conflicts (org_id, user_id, id);
select app.protect_tenant_table('sync_conflicts', 'select, insert, delete');

-- Who exported when: once an hour, and for the list of what left.
create table sync_exports (
  org_id uuid not null references organizations,
  id uuid not null,
  user_id uuid not null,
  attachments boolean not null,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, user_id) references memberships (org_id, user_id) on delete cascade
);
create index sync_exports_user on sync_exports (org_id, user_id, id desc);
create index sync_exports_created on sync_exports (created_at);
select app.protect_tenant_table('sync_exports', 'select, insert');

-- Raised by hand after a restore: devices have then seen numbers of the log that are given out a second time, and must start afresh.
create table sync_epochs (
  only_row boolean primary key default true check (only_row),
  epoch integer not null default 1 check (epoch > 0)
);
insert into sync_epochs default values;
comment on table sync_epochs is 'instance';
alter table sync_epochs enable row level security;
alter table sync_epochs force row level security;
create policy owner_all on sync_epochs to baton_owner using (true) with check (true);
