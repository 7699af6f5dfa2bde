-- The labels of a project that were given a color or a description, or made before anything has them. A label stands on an
-- item by its name, as before: one that has no row here is as good, and gray.
create table project_labels (
  org_id uuid not null,
  project_id uuid not null,
  name text not null check (length(name) between 1 and 50),
  color text not null default 'gray' check (color in ('gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink')),
  description text not null default '' check (length(description) <= 500),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, project_id, name),
  foreign key (org_id, project_id) references projects (org_id, id)
);
select app.protect_tenant_table('project_labels', 'select, insert, update, delete');

-- A view can also be grouped by what tasks belong to. Every row fits the narrower rule; 0174 checks it without a lock.
alter table saved_views drop constraint saved_views_group_by_check;
alter table saved_views add constraint saved_views_group_by_check
  check (group_by in ('status', 'priority', 'assignee', 'epic', 'label', 'feature', 'milestone')) not valid;
