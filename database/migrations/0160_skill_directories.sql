-- A skill is a directory. What stands beside its SKILL.md is kept as one archive, which versions with the same files share.
create table skill_archives (
  org_id uuid not null references organizations (id),
  hash bytea not null check (length(hash) = 32),
  content bytea not null check (length(content) <= 4456448),
  created_at timestamptz not null,
  primary key (org_id, hash)
);
select app.protect_tenant_table('skill_archives', 'select, insert');

-- The frontmatter as it was brought in: followed by the body it is the file, byte for byte. Null: it was written here.
alter table skill_versions
  add column frontmatter text check (length(frontmatter) <= 10000),
  add column archive_hash bytea,
  add column content_hash bytea check (length(content_hash) = 32);
alter table skill_versions add constraint skill_versions_archive foreign key (org_id, archive_hash) references skill_archives (org_id, hash) not valid;
alter table skill_versions validate constraint skill_versions_archive;

-- A skill of another organization that a person has taken over: exactly this content, until a person accepts another.
create table skill_installs (
  org_id uuid not null,
  skill_id uuid not null,
  source_org uuid not null,
  source_skill uuid not null,
  source_slug text not null check (length(source_slug) <= 64),
  publisher text not null check (length(publisher) <= 64),
  revision integer not null,
  hash bytea not null check (length(hash) = 32),
  -- What the scan had found, as it was shown to whoever accepted it.
  findings jsonb not null,
  accepted_by uuid not null references users (id),
  installed_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, skill_id),
  foreign key (org_id, skill_id) references skills (org_id, id)
);
create index skill_installs_source on skill_installs (source_skill);
select app.protect_tenant_table('skill_installs', 'select, insert, update, delete');
create policy administration on skill_installs for select to baton_admin using (true);
grant select on skill_installs to baton_admin;

-- Taken down by an administrator: nobody's agent reads it any longer, wherever it was installed or copied to.
alter table skills
  add column taken_down_at timestamptz,
  add column taken_down_reason text check (length(taken_down_reason) <= 500),
  add column takedown_id uuid;
create table skill_takedowns (
  id uuid primary key,
  skill_id uuid not null,
  slug text not null,
  publisher text not null,
  hash bytea not null check (length(hash) = 32),
  reason text not null check (length(reason) between 1 and 500),
  taken_by uuid not null references users (id),
  taken_at timestamptz not null,
  reached integer not null,
  lifted_at timestamptz,
  lifted_by uuid references users (id),
  lift_reason text check (length(lift_reason) <= 500)
);
comment on table skill_takedowns is 'instance';
create index skill_takedowns_hash on skill_takedowns (hash) where lifted_at is null;
create unique index skill_takedowns_open on skill_takedowns (skill_id) where lifted_at is null;
alter table skill_takedowns enable row level security;
alter table skill_takedowns force row level security;
create policy owner_all on skill_takedowns to baton_owner using (true) with check (true);
create policy anyone_reads on skill_takedowns for select to baton_app using (true);
create policy administration on skill_takedowns to baton_admin using (true) with check (true);
grant select on skill_takedowns to baton_app;
grant select, insert, update on skill_takedowns to baton_admin;

-- What the public may read of a skill, complete: its archive beside its body.
alter table published
  add column frontmatter text,
  add column archive bytea,
  add column taken_down_at timestamptz;
alter policy anyone_reads on published using (taken_down_at is null);
alter policy skills_and_agents on published using (kind in ('skill', 'agent') and taken_down_at is null);
create policy administration on published for select to baton_admin using (kind = 'skill');
grant select on published to baton_admin;

-- Publishers whose name an administrator has checked.
create table verified_publishers (
  org_id uuid primary key references organizations (id),
  verified_by uuid not null references users (id),
  reason text not null check (length(reason) between 1 and 500),
  verified_at timestamptz not null
);
comment on table verified_publishers is 'published';
alter table verified_publishers enable row level security;
alter table verified_publishers force row level security;
create policy owner_all on verified_publishers to baton_owner using (true) with check (true);
create policy anyone_reads on verified_publishers for select to baton_public, baton_app using (true);
create policy administration on verified_publishers to baton_admin using (true) with check (true);
grant select (org_id, verified_at) on verified_publishers to baton_public, baton_app;
grant select, insert, update, delete on verified_publishers to baton_admin;
