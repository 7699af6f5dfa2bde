create table agents (
  org_id uuid not null references organizations (id),
  id uuid not null,
  slug text not null check (slug ~ '^[a-z0-9](-?[a-z0-9])*$' and length(slug) <= 64),
  name text not null check (length(name) between 1 and 120),
  owner_id uuid not null references users (id),
  token_id uuid,
  client_name text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (org_id, id),
  unique (org_id, slug)
);
comment on table agents is 'tenant';
create unique index agents_first_use on agents (org_id, token_id, client_name) where token_id is not null;
alter table agents enable row level security;
alter table agents force row level security;
create policy owner_all on agents to baton_owner using (true) with check (true);
create policy tenant on agents to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()));
create policy identity on agents for select to baton_auth using (org_id = (select app.org()));
grant select, insert, update on agents to baton_app;
grant select on agents to baton_auth;
