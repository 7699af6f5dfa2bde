-- A workflow is a list of gates. Every organization has the built-in one without a row here.
create table workflows (
  org_id uuid not null references organizations (id),
  id uuid not null,
  slug text not null check (slug ~ '^[a-z0-9](-?[a-z0-9])*$' and length(slug) between 2 and 64),
  name text not null check (length(name) between 1 and 120),
  description text not null default '' check (length(description) <= 20000),
  gates jsonb not null check (jsonb_typeof(gates) = 'array'),
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (org_id, id)
);
comment on table workflows is 'tenant';
create unique index workflows_slug on workflows (org_id, slug) where deleted_at is null;

-- `gates` is a copy: a workflow that changes later changes nothing here. `position` is the gate it stands at, the first being 0.
create table features (
  org_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  number integer not null,
  ref text not null,
  title text not null check (length(title) between 1 and 300),
  description text not null default '' check (length(description) <= 20000),
  status text not null default 'active' check (status in ('active', 'complete', 'cancelled')),
  workflow text not null,
  gates jsonb not null check (jsonb_typeof(gates) = 'array'),
  position integer not null default 0 check (position >= 0),
  gate text,
  gate_kind text check (gate_kind in ('evidence', 'review', 'approval')),
  commit text check (commit ~ '^[0-9a-f]{40}([0-9a-f]{24})?$'),
  spec_id uuid,
  spec_version integer check (spec_version > 0),
  owner_id uuid not null,
  summary text not null default '' check (length(summary) <= 4000),
  recommendation text not null default '' check (length(recommendation) <= 4000),
  risks text not null default '' check (length(risks) <= 4000),
  created_by uuid not null,
  created_by_agent_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  cancelled_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (org_id, id),
  unique (org_id, ref),
  unique (org_id, project_id, number),
  foreign key (org_id, project_id) references projects (org_id, id),
  foreign key (org_id, created_by_agent_id) references agents (org_id, id),
  check ((status = 'complete') = (gate is null)),
  check ((gate is null) = (gate_kind is null)),
  check (status <> 'complete' or commit is not null)
);
comment on table features is 'tenant';
create index features_list on features (org_id, project_id, number desc) where deleted_at is null;
create index features_everywhere on features (org_id, id desc) where deleted_at is null;
create index features_waiting on features (org_id, gate_kind, id desc) where deleted_at is null and status = 'active';

-- Whose work a feature is. Nobody is ever taken off this list, so nobody becomes another author by editing it.
create table feature_authors (
  org_id uuid not null,
  feature_id uuid not null,
  user_id uuid not null,
  why text not null check (why in ('created', 'owner', 'commit', 'evidence')),
  created_at timestamptz not null,
  primary key (org_id, feature_id, user_id),
  foreign key (org_id, feature_id) references features (org_id, id) on delete cascade
);
comment on table feature_authors is 'tenant';

create table feature_commits (
  org_id uuid not null,
  id uuid not null,
  feature_id uuid not null,
  sha text not null check (sha ~ '^[0-9a-f]{40}([0-9a-f]{24})?$'),
  reported_by uuid not null,
  agent_id uuid,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, feature_id) references features (org_id, id) on delete cascade,
  foreign key (org_id, agent_id) references agents (org_id, id)
);
comment on table feature_commits is 'tenant';
create index feature_commits_of on feature_commits (org_id, feature_id, id desc);

-- `rank` is decided by the server from the credential. A voided row stays and counts for nothing.
create table feature_evidence (
  org_id uuid not null,
  id uuid not null,
  feature_id uuid not null,
  check_name text not null check (length(check_name) between 1 and 60),
  outcome text not null check (outcome in ('pass', 'fail')),
  rank text not null check (rank in ('claimed', 'reported', 'observed', 'ci')),
  note text not null default '' check (length(note) <= 4000),
  exit_code integer,
  log text check (length(log) <= 20000),
  url text check (length(url) <= 2000),
  before_code boolean not null,
  commit text,
  spec_version integer,
  user_id uuid,
  agent_id uuid,
  credential text not null,
  created_at timestamptz not null,
  voided_at timestamptz,
  void_reason text check (void_reason in ('commit', 'spec', 'sent_back')),
  primary key (org_id, id),
  foreign key (org_id, feature_id) references features (org_id, id) on delete cascade,
  foreign key (org_id, agent_id) references agents (org_id, id),
  check (before_code or commit is not null),
  check (rank <> 'ci' or credential = 'api_key'),
  check ((voided_at is null) = (void_reason is null))
);
comment on table feature_evidence is 'tenant';
create index feature_evidence_of on feature_evidence (org_id, feature_id, id desc);

-- Reviews and approvals. An approval without a person cannot be stored.
create table feature_verdicts (
  org_id uuid not null,
  id uuid not null,
  feature_id uuid not null,
  gate text not null,
  kind text not null check (kind in ('review', 'approval')),
  verdict text not null check (verdict in ('approve', 'request_changes', 'send_back')),
  words text not null default '' check (length(words) <= 20000),
  before_code boolean not null,
  commit text,
  spec_version integer,
  user_id uuid not null,
  agent_id uuid,
  agent_owner_id uuid,
  by_person boolean not null,
  self_approved boolean not null default false,
  created_at timestamptz not null,
  voided_at timestamptz,
  void_reason text check (void_reason in ('commit', 'spec', 'sent_back')),
  primary key (org_id, id),
  foreign key (org_id, feature_id) references features (org_id, id) on delete cascade,
  foreign key (org_id, agent_id) references agents (org_id, id),
  check (kind <> 'approval' or by_person),
  check ((voided_at is null) = (void_reason is null))
);
comment on table feature_verdicts is 'tenant';
create index feature_verdicts_of on feature_verdicts (org_id, feature_id, id desc);

create table feature_snoozes (
  org_id uuid not null,
  feature_id uuid not null,
  user_id uuid not null,
  until timestamptz not null,
  primary key (org_id, feature_id, user_id),
  foreign key (org_id, feature_id) references features (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references memberships (org_id, user_id) on delete cascade
);
comment on table feature_snoozes is 'tenant';

create table feature_settings (
  org_id uuid primary key references organizations (id),
  allow_self_approval boolean not null default false,
  updated_by uuid not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
comment on table feature_settings is 'tenant';

do $$
declare t text;
begin
  foreach t in array array['workflows', 'features', 'feature_authors', 'feature_commits', 'feature_evidence', 'feature_verdicts',
    'feature_snoozes', 'feature_settings'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to baton_owner using (true) with check (true)', t);
    execute format('create policy tenant on %I to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()))', t);
  end loop;
end $$;
grant select, insert, update on workflows, features, feature_snoozes, feature_settings to baton_app;
-- Written once: what was said stays said, and can only be voided.
grant select, insert on feature_authors, feature_commits, feature_evidence, feature_verdicts to baton_app;
grant update (voided_at, void_reason) on feature_evidence, feature_verdicts to baton_app;
