-- The sample project of an organization and the agent that is replayed in it: one at a time, and known as a sample, so that no figure counts it.
create table sample_projects (
  org_id uuid primary key references organizations (id),
  project_id uuid not null,
  agent_id uuid not null,
  created_at timestamptz not null,
  foreign key (org_id, project_id) references projects (org_id, id) on delete cascade
);
select app.protect_tenant_table('sample_projects', 'select, insert, delete');
