-- The next number of a kind of record in its project; decisions of the whole organization count under the organization's own id.
create table record_numbers (
  org_id uuid not null references organizations (id),
  scope_id uuid not null,
  kind text not null check (kind in ('spec', 'decision')),
  last_number integer not null,
  primary key (org_id, scope_id, kind)
);
comment on table record_numbers is 'tenant';

create table specs (
  org_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  number integer not null,
  ref text not null,
  title text not null check (length(title) between 1 and 300),
  title_key text collate "C" generated always as (lower(title)) stored,
  status text not null default 'draft' check (status in ('draft', 'review', 'approved', 'obsolete')),
  tags text[] not null default '{}',
  latest_version integer not null default 1 check (latest_version > 0),
  created_by uuid not null,
  created_by_agent_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (org_id, id),
  unique (org_id, ref),
  foreign key (org_id, project_id) references projects (org_id, id),
  foreign key (org_id, created_by_agent_id) references agents (org_id, id)
);
comment on table specs is 'tenant';
create index specs_list on specs (org_id, project_id, id desc) where deleted_at is null;
create index specs_everywhere on specs (org_id, id desc) where deleted_at is null;
create index specs_title on specs (org_id, title_key) where deleted_at is null;

-- A version is written once: whoever serves may add one and read it, and has no grant to change or remove it.
create table spec_versions (
  org_id uuid not null,
  spec_id uuid not null,
  number integer not null check (number > 0),
  body text not null check (length(body) <= 100000),
  body_sha256 text not null check (body_sha256 ~ '^[0-9a-f]{64}$'),
  summary text not null default '' check (length(summary) <= 500),
  created_by uuid not null,
  created_by_agent_id uuid,
  created_at timestamptz not null,
  primary key (org_id, spec_id, number),
  foreign key (org_id, spec_id) references specs (org_id, id) on delete cascade,
  foreign key (org_id, created_by_agent_id) references agents (org_id, id)
);
comment on table spec_versions is 'tenant';

create table decisions (
  org_id uuid not null references organizations (id),
  id uuid not null,
  project_id uuid,
  number integer not null,
  ref text not null,
  title text not null check (length(title) between 1 and 300),
  title_key text collate "C" generated always as (lower(title)) stored,
  status text not null check (status in ('proposed', 'accepted', 'superseded', 'rejected')),
  context text not null default '' check (length(context) <= 20000),
  rationale text not null default '' check (length(rationale) <= 20000),
  alternatives jsonb not null default '[]' check (jsonb_typeof(alternatives) = 'array'),
  outcome text not null default '' check (length(outcome) <= 20000),
  paths text[] not null default '{}' check (cardinality(paths) <= 50),
  tags text[] not null default '{}',
  superseded_by uuid,
  decided_by uuid,
  decided_by_agent boolean,
  decided_by_agent_id uuid,
  decided_at timestamptz,
  created_by uuid not null,
  created_by_agent_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (org_id, id),
  unique (org_id, ref),
  foreign key (org_id, project_id) references projects (org_id, id),
  foreign key (org_id, superseded_by) references decisions (org_id, id),
  foreign key (org_id, decided_by_agent_id) references agents (org_id, id),
  foreign key (org_id, created_by_agent_id) references agents (org_id, id),
  check (superseded_by <> id),
  check ((status = 'superseded') = (superseded_by is not null)),
  check ((status = 'proposed') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null) and (decided_at is null) = (decided_by_agent is null))
);
comment on table decisions is 'tenant';
create index decisions_list on decisions (org_id, project_id, id desc) where deleted_at is null;
create index decisions_everywhere on decisions (org_id, id desc) where deleted_at is null;
create index decisions_title on decisions (org_id, title_key) where deleted_at is null;
create index decisions_earlier on decisions (org_id, superseded_by) where superseded_by is not null;
create index decisions_in_force on decisions (org_id, project_id, id desc)
  where deleted_at is null and status = 'accepted' and paths <> '{}';

-- What is said about a decision stays said.
create table decision_entries (
  org_id uuid not null,
  id uuid not null,
  decision_id uuid not null,
  body text not null check (length(body) between 1 and 20000),
  created_by uuid not null,
  created_by_agent_id uuid,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, decision_id) references decisions (org_id, id) on delete cascade,
  foreign key (org_id, created_by_agent_id) references agents (org_id, id)
);
comment on table decision_entries is 'tenant';
create index decision_entries_list on decision_entries (org_id, decision_id, id);

do $$
declare t text;
begin
  foreach t in array array['record_numbers', 'specs', 'spec_versions', 'decisions', 'decision_entries'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to baton_owner using (true) with check (true)', t);
    execute format('create policy tenant on %I to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()))', t);
  end loop;
end $$;
grant select, insert, update on record_numbers, specs, decisions to baton_app;
grant select, insert on spec_versions, decision_entries to baton_app;
