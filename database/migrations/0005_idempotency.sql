create table idempotency (
  org_id uuid not null,
  principal uuid not null,
  operation text not null,
  key text not null check (length(key) between 1 and 255),
  input_hash bytea not null,
  result jsonb,
  created_at timestamptz not null,
  primary key (org_id, principal, operation, key)
);
comment on table idempotency is 'tenant';
create index idempotency_age on idempotency (created_at);
alter table idempotency enable row level security;
alter table idempotency force row level security;
create policy owner_all on idempotency to baton_owner using (true) with check (true);
create policy tenant on idempotency to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()));
create policy identity on idempotency to baton_auth using (org_id = (select app.org())) with check (org_id = (select app.org()));
create policy administration on idempotency to baton_admin using (true) with check (true);
grant select, insert, update, delete on idempotency to baton_app, baton_auth, baton_admin;
