create table work_items (
  org_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  kind text not null check (kind in ('epic', 'story', 'task')),
  parent_id uuid,
  number integer not null,
  key text not null,
  title text not null check (length(title) between 1 and 300),
  title_key text generated always as (lower(title)) stored,
  description text not null default '' check (length(description) <= 20000),
  status text not null default 'backlog' check (status in ('backlog', 'todo', 'in_progress', 'in_review', 'complete', 'cancelled')),
  priority text not null default 'none' check (priority in ('none', 'low', 'medium', 'high', 'urgent')),
  priority_order smallint generated always as (case priority
    when 'urgent' then 0 when 'high' then 1 when 'medium' then 2 when 'low' then 3 else 4 end) stored,
  labels text[] not null default '{}',
  estimate real check (estimate between 0 and 1000),
  due_on date,
  assignee_id uuid,
  assignee_agent_id uuid,
  rank text collate "C" not null,
  completion_notes text check (length(completion_notes) <= 20000),
  lease_holder text,
  lease_fence bigint not null default 0,
  lease_until timestamptz,
  lease_user_id uuid,
  lease_agent_id uuid,
  created_by uuid not null,
  created_by_agent_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (org_id, id),
  unique (org_id, key),
  foreign key (org_id, project_id) references projects (org_id, id),
  foreign key (org_id, parent_id) references work_items (org_id, id),
  foreign key (org_id, assignee_agent_id) references agents (org_id, id),
  foreign key (org_id, created_by_agent_id) references agents (org_id, id),
  check ((lease_holder is null) = (lease_until is null)),
  check (kind = 'task' or lease_holder is null)
);
comment on table work_items is 'tenant';
create index work_items_list on work_items (org_id, project_id, kind, number desc) where deleted_at is null;
create index work_items_parent on work_items (org_id, parent_id, kind, number desc) where deleted_at is null and parent_id is not null;
create index work_items_status on work_items (org_id, project_id, status, number desc) where deleted_at is null and kind = 'task';
create index work_items_assignee on work_items (org_id, assignee_id, number desc) where deleted_at is null and assignee_id is not null;
create index work_items_everywhere on work_items (org_id, kind, created_at desc, id desc) where deleted_at is null;
create index work_items_ready on work_items (org_id, project_id, priority_order, rank)
  where deleted_at is null and kind = 'task' and status in ('backlog', 'todo');
create index work_items_title on work_items (org_id, project_id, title_key)
  where deleted_at is null and status not in ('complete', 'cancelled');
create index work_items_top on work_items (org_id, project_id, number) where deleted_at is null and parent_id is null;
create index work_items_leased on work_items (org_id, lease_until) where lease_until is not null;

create table work_item_dependencies (
  org_id uuid not null,
  item_id uuid not null,
  blocked_by_id uuid not null,
  created_at timestamptz not null,
  primary key (org_id, item_id, blocked_by_id),
  foreign key (org_id, item_id) references work_items (org_id, id) on delete cascade,
  foreign key (org_id, blocked_by_id) references work_items (org_id, id) on delete cascade,
  check (item_id <> blocked_by_id)
);
comment on table work_item_dependencies is 'tenant';
create index work_item_dependencies_reverse on work_item_dependencies (org_id, blocked_by_id);

do $$
declare t text;
begin
  foreach t in array array['work_items', 'work_item_dependencies'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to baton_owner using (true) with check (true)', t);
    execute format('create policy tenant on %I to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()))', t);
  end loop;
end $$;
grant select, insert, update on work_items to baton_app;
grant select, insert, delete on work_item_dependencies to baton_app;
