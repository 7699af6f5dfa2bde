-- Receipts: what a paired machine signs about a command it ran. The text is kept as it was signed, so that anybody can verify it later.

-- Taken before the command runs, by its digest alone; each is good for one receipt of one machine and person.
create table receipt_nonces (
  org_id uuid not null,
  nonce_hash bytea not null,
  tunnel_id uuid not null,
  user_id uuid not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (org_id, nonce_hash),
  foreign key (org_id, tunnel_id) references tunnels (org_id, id) on delete cascade
);
create index receipt_nonces_expired on receipt_nonces (expires_at);
create index receipt_nonces_tunnel on receipt_nonces (org_id, tunnel_id, expires_at);
select app.protect_tenant_table('receipt_nonces', 'select, insert, update, delete');

create table receipts (
  org_id uuid not null,
  id uuid not null,
  tunnel_id uuid not null,
  user_id uuid not null references users,
  -- The machine's key at that time: a machine that is removed leaves its receipts verifiable.
  public_key bytea not null,
  body text not null check (length(body) <= 200000),
  body_sha256 bytea not null,
  signature text not null check (length(signature) <= 200),
  rank text not null check (rank in ('reported', 'observed')),
  -- Why it is worth no more than `reported`.
  reasons text[] not null default '{}',
  feature_id uuid,
  task_id uuid,
  evidence_id uuid,
  created_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, body_sha256),
  foreign key (org_id, tunnel_id) references tunnels (org_id, id) on delete cascade,
  foreign key (org_id, feature_id) references features (org_id, id) on delete cascade,
  foreign key (org_id, task_id) references work_items (org_id, id) on delete cascade,
  check ((rank = 'observed') <= (cardinality(reasons) = 0)),
  check (feature_id is null or task_id is null)
);
create index receipts_tunnel on receipts (org_id, tunnel_id, id desc);
create index receipts_feature on receipts (org_id, feature_id) where feature_id is not null;
create index receipts_task on receipts (org_id, task_id) where task_id is not null;
select app.protect_tenant_table('receipts', 'select, insert');
