-- What the public may read: snapshots of allow-listed fields, written in the transaction that publishes. No public path
-- reads anything else.
create table published (
  kind text not null check (kind in ('project', 'note', 'skill', 'agent', 'doc', 'page', 'post', 'profile')),
  slug text not null check (length(slug) between 1 and 200),
  org_id uuid not null references organizations (id),
  item_id uuid not null,
  fields jsonb not null,
  tsv tsvector generated always as (to_tsvector('simple', coalesce(fields ->> 'name', '') || ' ' || coalesce(fields ->> 'description', ''))) stored,
  published_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (kind, slug)
);
comment on table published is 'published';
create unique index published_item on published (org_id, kind, item_id);
create index published_tsv on published using gin (tsv);
alter table published enable row level security;
alter table published force row level security;
create policy owner_all on published to baton_owner using (true) with check (true);
create policy anyone_reads on published for select to baton_public using (true);
create policy tenant on published to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()));
grant usage on schema public to baton_public;
grant select on published to baton_public;
grant select, insert, update, delete on published to baton_app;
