-- Saved views, what lists and boards of large projects need, and the ids of imported items. The indexes are built inside the
-- migration's transaction, so writes to work_items wait for them: seconds at a million rows, milliseconds at the sizes of today.

create table saved_views (
  org_id uuid not null references organizations (id),
  id uuid not null,
  owner_id uuid not null references users (id),
  name text not null check (length(name) between 1 and 120),
  shared boolean not null,
  layout text not null check (layout in ('board', 'list', 'timeline', 'tree')),
  group_by text check (group_by in ('status', 'priority', 'assignee')),
  sort text check (sort in ('newest', 'rank', 'priority', 'due', 'updated')),
  filters jsonb not null,
  -- Every project the filters name: whoever does not see all of them does not see the view.
  project_ids uuid[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (org_id, id)
);
comment on table saved_views is 'tenant';
create index saved_views_list on saved_views (org_id, id desc) where deleted_at is null;

-- An array operator is not leakproof, so under row-level security a filter by label needs rows of its own; a trigger keeps them,
-- also for a server that does not know of them yet.
create table work_item_labels (
  org_id uuid not null,
  item_id uuid not null,
  label text not null,
  project_id uuid not null,
  number integer not null,
  primary key (org_id, item_id, label),
  foreign key (org_id, item_id) references work_items (org_id, id) on delete cascade
);
comment on table work_item_labels is 'tenant';
create index work_item_labels_list on work_item_labels (org_id, project_id, label, number desc) include (item_id);

-- What an item was called where it came from: importing it again changes it instead of making another.
create table work_item_sources (
  org_id uuid not null,
  project_id uuid not null,
  external_id text not null check (length(external_id) between 1 and 100),
  item_id uuid not null,
  primary key (org_id, project_id, external_id),
  unique (org_id, item_id),
  foreign key (org_id, project_id) references projects (org_id, id),
  foreign key (org_id, item_id) references work_items (org_id, id) on delete cascade
);
comment on table work_item_sources is 'tenant';

do $$
declare t text;
begin
  foreach t in array array['saved_views', 'work_item_labels', 'work_item_sources'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to baton_owner using (true) with check (true)', t);
    execute format('create policy tenant on %I to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()))', t);
  end loop;
end $$;
grant select, insert, update on saved_views to baton_app;
grant select, insert, delete on work_item_labels to baton_app;
grant select, insert, delete on work_item_sources to baton_app;

create function app.keep_labels() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.work_item_labels where org_id = new.org_id and item_id = new.id and label <> all (new.labels);
  end if;
  insert into public.work_item_labels (org_id, item_id, label, project_id, number)
    select new.org_id, new.id, label, new.project_id, new.number from unnest(new.labels) label on conflict do nothing;
  return null;
end $$;
create trigger keep_labels_of_new after insert on work_items for each row when (new.labels <> '{}') execute function app.keep_labels();
create trigger keep_labels_of_changed after update of labels on work_items for each row
  when (new.labels is distinct from old.labels) execute function app.keep_labels();
insert into work_item_labels (org_id, item_id, label, project_id, number)
  select w.org_id, w.id, label, w.project_id, w.number from work_items w cross join unnest(w.labels) label on conflict do nothing;

-- One index for each order and each column of a board; each holds tasks that are there, and ends in what makes its order total.
create index work_items_column on work_items (org_id, project_id, status, rank, number, id) where deleted_at is null and kind = 'task';
create index work_items_priority on work_items (org_id, project_id, priority_order, rank, number, id) where deleted_at is null and kind = 'task';
create index work_items_due on work_items (org_id, project_id, (case when due_on is null then 'infinity'::date else due_on end), id)
  where deleted_at is null and kind = 'task';
create index work_items_updated on work_items (org_id, project_id, updated_at desc, id desc) where deleted_at is null and kind = 'task';
create index work_items_of_person on work_items (org_id, project_id, assignee_id, rank, number, id)
  where deleted_at is null and kind = 'task' and assignee_id is not null;
create index work_items_of_agent on work_items (org_id, project_id, assignee_agent_id, rank, number, id)
  where deleted_at is null and kind = 'task' and assignee_agent_id is not null;
create index work_items_of_nobody on work_items (org_id, project_id, rank, number, id)
  where deleted_at is null and kind = 'task' and assignee_id is null and assignee_agent_id is null;
create index work_items_below on work_items (org_id, parent_id, number) where deleted_at is null and parent_id is not null;
create index work_items_words on work_items using gin (org_id, to_tsvector('simple', title)) where deleted_at is null and kind = 'task';

-- The newest tasks whose titles hold these words. `@@` is not leakproof either, so this looks past the wall of work_items and
-- stands on its own: without an organization it refuses. Who sees a task is asked by the list that calls it.
create policy titles on work_items for select to baton_search using (true);
grant select (org_id, id, project_id, kind, title, created_at, deleted_at) on work_items to baton_search;
create function app.titled_tasks(p_words text, p_projects uuid[], p_most integer) returns setof uuid
  language plpgsql stable security definer rows 100 set search_path = pg_catalog, pg_temp as $$
begin
  if app.org() is null then raise exception 'no organization is set' using errcode = '42501'; end if;
  return query select w.id from public.work_items w
    where w.org_id = app.org() and w.deleted_at is null and w.kind = 'task' and to_tsvector('simple', w.title) @@ to_tsquery('simple', p_words)
      and (p_projects is null or w.project_id = any (p_projects))
    order by w.created_at desc limit p_most;
end $$;
revoke execute on function app.titled_tasks(text, uuid[], integer) from public;
grant execute on function app.titled_tasks(text, uuid[], integer) to baton_app;
grant create on schema app to baton_search;
alter function app.titled_tasks(text, uuid[], integer) owner to baton_search;
revoke create on schema app from baton_search;
