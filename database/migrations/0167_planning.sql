-- Milestones of a project. What belongs to one says so in its own row, and only to one of its own project.
create table milestones (
  org_id uuid not null,
  project_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 120),
  description text not null default '' check (length(description) <= 20000),
  target_on date,
  created_by uuid not null references users,
  created_by_agent_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (org_id, id),
  unique (org_id, project_id, id),
  foreign key (org_id, project_id) references projects (org_id, id),
  foreign key (org_id, created_by_agent_id) references agents (org_id, id)
);
create unique index milestones_name on milestones (org_id, project_id, lower(name));
select app.protect_tenant_table('milestones', 'select, insert, update, delete');

-- When work on it begins; the milestone it belongs to; and the keys it had in other projects, which go on leading to it.
alter table work_items add column start_on date;
alter table work_items add column milestone_id uuid;
alter table work_items add column former_keys text[] not null default '{}';
alter table features add column milestone_id uuid;
alter table work_items add constraint work_items_dates check (start_on <= due_on) not valid;
alter table work_items add constraint work_items_milestone foreign key (org_id, project_id, milestone_id)
  references milestones (org_id, project_id, id) on delete set null (milestone_id) not valid;
alter table features add constraint features_milestone foreign key (org_id, project_id, milestone_id)
  references milestones (org_id, project_id, id) on delete set null (milestone_id) not valid;

-- Tasks that have to do with each other. The one that duplicates another stands in item_id; of two that are related, the one with the lower id does.
create table work_item_relations (
  org_id uuid not null,
  item_id uuid not null,
  other_id uuid not null,
  kind text not null check (kind in ('relates_to', 'duplicates')),
  created_by uuid not null references users,
  created_at timestamptz not null,
  primary key (org_id, item_id, other_id),
  check (item_id <> other_id),
  foreign key (org_id, item_id) references work_items (org_id, id) on delete cascade,
  foreign key (org_id, other_id) references work_items (org_id, id) on delete cascade
);
create index work_item_relations_other on work_item_relations (org_id, other_id);
select app.protect_tenant_table('work_item_relations', 'select, insert, delete');
