-- Imports from a tracker: read page by page, looked at, then applied as any import is. What was read of a page and where the next begins
-- are stored together, so that whoever goes on after a worker was killed begins there.
create table remote_imports (
  org_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  user_id uuid not null references users (id),
  credential_kind text not null,
  credential_id uuid,
  provider text not null check (provider in ('linear', 'jira')),
  source text not null check (length(source) between 1 and 100),
  comments boolean not null,
  status text not null default 'reading' check (status in ('reading', 'ready', 'applying', 'commenting', 'done', 'failed', 'cancelled')),
  page_cursor text check (length(page_cursor) <= 4000),
  pages integer not null default 0,
  items integer not null default 0,
  comments_found integer not null default 0,
  comments_added integer not null default 0,
  -- The last item whose comments are stored.
  commented_to integer not null default -1,
  preview jsonb,
  failure text check (length(failure) <= 300),
  import_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, project_id) references projects (org_id, id)
);
create index remote_imports_project on remote_imports (org_id, project_id, id desc);
create index remote_imports_user on remote_imports (user_id);
create index remote_imports_import on remote_imports (org_id, import_id);
create index remote_imports_updated on remote_imports (updated_at);
select app.protect_tenant_table('remote_imports', 'select, insert, update, delete');

create table remote_import_items (
  org_id uuid not null,
  remote_import_id uuid not null,
  external_id text not null check (length(external_id) between 1 and 100),
  place integer not null,
  content jsonb not null,
  primary key (org_id, remote_import_id, external_id),
  foreign key (org_id, remote_import_id) references remote_imports (org_id, id) on delete cascade
);
create index remote_import_items_place on remote_import_items (org_id, remote_import_id, place);
select app.protect_tenant_table('remote_import_items', 'select, insert, update, delete');

-- Which comments came from elsewhere. One that was deleted here stays in it, so that importing again does not bring it back.
create table imported_comments (
  org_id uuid not null,
  project_id uuid not null,
  external_id text not null check (length(external_id) between 1 and 150),
  comment_id uuid not null,
  primary key (org_id, project_id, external_id),
  foreign key (org_id, project_id) references projects (org_id, id)
);
select app.protect_tenant_table('imported_comments', 'select, insert');
