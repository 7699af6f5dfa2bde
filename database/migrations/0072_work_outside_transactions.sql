-- Vectors are made outside any transaction. A turn keeps two workers from embedding the same texts; it is no lock: one that has run
-- out lets another begin, and what both made is stored once.
create table embedding_turns (
  org_id uuid not null references organizations (id),
  kind text not null check (kind in ('memories', 'documents')),
  until timestamptz not null,
  primary key (org_id, kind)
);
comment on table embedding_turns is 'tenant';

-- Texts that a model in working order could not embed. After a few failures one is set aside: it stays searchable by its words.
create table embedding_failures (
  org_id uuid not null references organizations (id),
  kind text not null check (kind in ('memories', 'documents')),
  item_id uuid not null,
  failures integer not null default 1 check (failures > 0),
  reason text not null check (length(reason) <= 500),
  failed_at timestamptz not null,
  primary key (org_id, kind, item_id)
);
comment on table embedding_failures is 'tenant';

do $$
declare t text;
begin
  foreach t in array array['embedding_turns', 'embedding_failures'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to baton_owner using (true) with check (true)', t);
    execute format('create policy tenant on %I to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()))', t);
    execute format('grant select, insert, update, delete on %I to baton_app', t);
  end loop;
end $$;

-- The link of an invitation that could not be mailed is removed.
grant delete on auth.invite_links to baton_auth;
