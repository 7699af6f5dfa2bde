-- Machines of people that dial in: their keys, what they allow, and every action that was asked of them.

create table tunnels (
  org_id uuid not null references organizations,
  id uuid not null,
  -- Whose machine it is: nobody else acts on it.
  user_id uuid not null references users,
  name text not null check (length(name) between 1 and 120),
  -- The machine's Ed25519 key, as its owner has confirmed it by fingerprint; null until then.
  public_key bytea,
  fingerprint text,
  paired_at timestamptz,
  -- What Baton signs the frames for this machine with, sealed; the machine keeps the public half since pairing.
  server_key bytea not null,
  server_public_key bytea not null,
  hostname text,
  platform text,
  client_version text,
  -- What the machine itself says that it allows. The machine decides by its own file, never by this.
  actions jsonb not null default '[]',
  ports integer[] not null default '{}',
  -- Which node holds its connection, and where other nodes reach that one. The fence grows with every connection.
  node_id uuid,
  node_url text,
  fence bigint not null default 0,
  -- When the last challenge it answered was made: each is good once.
  challenged_at timestamptz,
  connected_at timestamptz,
  last_seen_at timestamptz,
  -- The number of the last action that was sent.
  action_seq bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  deleted_at timestamptz,
  primary key (org_id, id),
  check ((public_key is null) = (fingerprint is null) and (public_key is null) = (paired_at is null))
);
create unique index tunnels_id on tunnels (id);
create index tunnels_user on tunnels (org_id, user_id) where deleted_at is null;
select app.protect_tenant_table('tunnels', 'select, insert, update');

-- A machine that is to be paired. Its nonce is known by its digest alone, and the first who brings it has it.
create table tunnel_pairings (
  org_id uuid not null,
  tunnel_id uuid not null,
  nonce_hash bytea not null unique,
  expires_at timestamptz not null,
  claimed_at timestamptz,
  public_key bytea,
  fingerprint text,
  hostname text,
  platform text,
  primary key (org_id, tunnel_id),
  foreign key (org_id, tunnel_id) references tunnels (org_id, id) on delete cascade
);
select app.protect_tenant_table('tunnel_pairings', 'select, insert, delete');

-- Passkeys whose signatures a machine may be shown for dangerous actions. `confirmed_at`: the machine says that its owner confirmed the key there.
create table tunnel_signers (
  org_id uuid not null,
  tunnel_id uuid not null,
  credential_id text not null,
  user_id uuid not null references users,
  name text not null,
  public_key bytea not null,
  fingerprint text not null,
  offered_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (org_id, tunnel_id, credential_id),
  foreign key (org_id, tunnel_id) references tunnels (org_id, id) on delete cascade
);
select app.protect_tenant_table('tunnel_signers', 'select, insert, update, delete');

create table tunnel_actions (
  org_id uuid not null,
  id uuid not null,
  tunnel_id uuid not null,
  action text not null,
  risk text not null check (risk in ('read', 'write', 'danger')),
  -- As canonical JSON: exactly what is signed.
  arguments text not null,
  state text not null check (state in ('queued', 'approved', 'denied', 'sent', 'acknowledged', 'done', 'failed', 'unknown')),
  requested_by uuid not null references users,
  decided_by uuid references users,
  decided_at timestamptz,
  -- The passkey's signature over machine, action, arguments and expiry, for the machine to verify.
  approval jsonb,
  seq bigint,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  acknowledged_at timestamptz,
  ended_at timestamptz,
  exit_code integer,
  output text,
  error text,
  primary key (org_id, id),
  foreign key (org_id, tunnel_id) references tunnels (org_id, id) on delete cascade
);
create index tunnel_actions_history on tunnel_actions (org_id, tunnel_id, id desc);
create index tunnel_actions_open on tunnel_actions (org_id, tunnel_id, seq) where state in ('queued', 'approved', 'sent', 'acknowledged');
-- For removing what ended long ago.
create index tunnel_actions_ended on tunnel_actions (ended_at) where ended_at is not null;
create unique index tunnel_actions_seq on tunnel_actions (org_id, tunnel_id, seq);
select app.protect_tenant_table('tunnel_actions', 'select, insert, update');
