-- How far each reader of the log has come in each organization. A reader moves its cursor in the transaction that does what the
-- events ask for, so every event has its effect once.
create table log_readers (
  org_id uuid not null references organizations (id),
  reader text not null check (reader in ('notifications', 'webhooks')),
  seq bigint not null,
  primary key (org_id, reader)
);
comment on table log_readers is 'tenant';
-- What happened before there were readers is told to nobody.
insert into log_readers (org_id, reader, seq)
select h.org_id, r.reader, h.seq from log_heads h join organizations o on o.id = h.org_id cross join (values ('notifications'), ('webhooks')) r (reader)
where h.seq > 0;

-- What points at what. A link has no foreign key to its ends: they live in different tables, and a reader leaves out an end that
-- is deleted or hidden from them.
create table links (
  org_id uuid not null references organizations (id),
  from_kind text not null check (from_kind in ('note', 'task', 'spec', 'decision', 'feature')),
  from_id uuid not null,
  to_kind text not null check (to_kind in ('note', 'task', 'spec', 'decision', 'feature')),
  to_id uuid not null,
  to_version integer check (to_version > 0),
  created_at timestamptz not null,
  primary key (org_id, from_kind, from_id, to_kind, to_id)
);
comment on table links is 'tenant';
create index links_back on links (org_id, to_kind, to_id, created_at desc);

do $$
declare t text;
begin
  foreach t in array array['log_readers', 'links'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to baton_owner using (true) with check (true)', t);
    execute format('create policy tenant on %I to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()))', t);
  end loop;
end $$;
grant select, insert, update on log_readers to baton_app;
grant select, insert, delete on links to baton_app;
create policy administration on log_readers for select to baton_admin using (true);
grant select on log_readers to baton_admin;
