-- A large import is applied by the worker, a part at a time. What is left of it waits in import_rows.
create table imports (
  org_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  user_id uuid not null references users (id),
  -- With what it was started: a key may not do everything that a person may.
  credential_kind text not null,
  credential_id uuid,
  skip_unknown_assignees boolean not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  total integer not null check (total > 0),
  done integer not null default 0 check (done between 0 and total),
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  -- `done` is told in rows; some rows take a second step.
  steps integer not null,
  next_step integer not null default 0,
  errors jsonb not null default '[]' check (jsonb_typeof(errors) = 'array'),
  warnings jsonb not null default '[]' check (jsonb_typeof(warnings) = 'array'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, project_id) references projects (org_id, id)
);
comment on table imports is 'tenant';
create index imports_unfinished on imports (user_id) where finished_at is null;
create index imports_finished on imports (org_id, finished_at) where finished_at is not null;
create index imports_project on imports (org_id, project_id);

-- First a step for each row, parents before what stands below them; then one for each row that others block.
create table import_rows (
  org_id uuid not null,
  import_id uuid not null,
  step integer not null,
  line integer not null,
  content jsonb not null,
  -- The step that made the item, for one that draws dependencies.
  links_step integer,
  item_id uuid,
  outcome text check (outcome in ('created', 'updated', 'unchanged')),
  primary key (org_id, import_id, step),
  foreign key (org_id, import_id) references imports (org_id, id) on delete cascade
);
comment on table import_rows is 'tenant';

do $$
declare t text;
begin
  foreach t in array array['imports', 'import_rows'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to baton_owner using (true) with check (true)', t);
    execute format('create policy tenant on %I to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()))', t);
  end loop;
end $$;
grant select, insert, update, delete on imports, import_rows to baton_app;

-- How many imports the caller has under way, in all organizations.
create function app.unfinished_imports() returns integer language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::integer from public.imports where user_id = app.user() and finished_at is null
$$;
revoke execute on function app.unfinished_imports() from public;
grant execute on function app.unfinished_imports() to baton_app;
