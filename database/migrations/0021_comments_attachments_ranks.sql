-- What went along when its epic or story was deleted names that item, so that restoring it brings back exactly this.
alter table work_items add column deleted_with uuid;
create index work_items_deleted_with on work_items (org_id, deleted_with) where deleted_with is not null;
-- The order of a project's tasks. Deleted ones keep their place, so that a restored one is not on top of another.
create index work_items_rank on work_items (org_id, project_id, kind, rank, number);

create table comments (
  org_id uuid not null references organizations (id),
  id uuid not null,
  item_id uuid not null,
  reply_to uuid,
  body text not null check (length(body) between 1 and 20000),
  author_id uuid not null references users (id),
  author_agent_id uuid,
  edited_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, item_id) references work_items (org_id, id),
  foreign key (org_id, reply_to) references comments (org_id, id),
  foreign key (org_id, author_agent_id) references agents (org_id, id)
);
comment on table comments is 'tenant';
create index comments_item on comments (org_id, item_id, id desc) where deleted_at is null;
create index comments_reply on comments (org_id, reply_to) where reply_to is not null;

create table attachments (
  org_id uuid not null references organizations (id),
  id uuid not null,
  item_id uuid not null,
  file text not null check (file ~ '^[0-9a-f]{32}\.bin$'),
  name text not null check (length(name) between 1 and 200),
  content_type text not null check (length(content_type) <= 100),
  size integer not null check (size between 0 and 67108864),
  created_by uuid not null references users (id),
  created_by_agent_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, item_id) references work_items (org_id, id),
  foreign key (org_id, created_by_agent_id) references agents (org_id, id)
);
comment on table attachments is 'tenant';
create index attachments_item on attachments (org_id, item_id, id desc) where deleted_at is null;

-- How much an organization keeps: one row, so that two uploads at once cannot both take the last of its room.
create table attachment_totals (
  org_id uuid not null references organizations (id),
  bytes bigint not null check (bytes >= 0),
  primary key (org_id)
);
comment on table attachment_totals is 'tenant';

do $$
declare t text;
begin
  foreach t in array array['comments', 'attachments', 'attachment_totals'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to baton_owner using (true) with check (true)', t);
    execute format('create policy tenant on %I to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()))', t);
    execute format('grant select, insert, update on %I to baton_app', t);
  end loop;
end $$;

-- Files nobody needs any more: of a deleted attachment, or of an organization that is erased. The worker removes them.
create table discarded_files (
  file text primary key,
  discarded_at timestamptz not null default now()
);
comment on table discarded_files is 'instance';
grant select, delete on discarded_files to baton_admin;

create function app.discard_file() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'DELETE' and old.deleted_at is null or tg_op = 'UPDATE' and old.deleted_at is null and new.deleted_at is not null then
    insert into public.discarded_files (file) values (old.file) on conflict do nothing;
  end if;
  return null;
end $$;
revoke execute on function app.discard_file() from public;
create trigger discard_file after update of deleted_at or delete on attachments for each row execute function app.discard_file();
