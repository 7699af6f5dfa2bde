-- What a repository's files hold, divided by their syntax, so that a question about the code finds the lines that answer it.
create table repository_indexes (
  org_id uuid not null,
  repository_id uuid not null,
  -- The commit whose files are indexed, and which version of the indexer read them.
  head_sha text not null,
  reader integer not null,
  -- Which files use what others define: { paths, from, to, weight }.
  graph jsonb not null,
  files integer not null,
  pieces integer not null,
  indexed_at timestamptz not null,
  primary key (org_id, repository_id),
  foreign key (org_id, repository_id) references repositories (org_id, id) on delete cascade
);
select app.protect_tenant_table('repository_indexes', 'select, insert, update, delete');

create table repository_outlines (
  org_id uuid not null,
  repository_id uuid not null,
  path text not null,
  blob_sha text not null,
  reader integer not null,
  -- A grammar has read it; else it was divided by its lines.
  parsed boolean not null,
  -- Secrets that were found in spite of what the sync took out; they are in no piece.
  redacted integer not null default 0,
  definitions jsonb not null,
  uses jsonb not null,
  primary key (org_id, repository_id, path),
  foreign key (org_id, repository_id) references repositories (org_id, id) on delete cascade
);
select app.protect_tenant_table('repository_outlines', 'select, insert, update, delete');

create table repository_pieces (
  org_id uuid not null,
  id uuid not null,
  repository_id uuid not null,
  path text not null,
  blob_sha text not null,
  number integer not null,
  start_line integer not null check (start_line > 0),
  end_line integer not null check (end_line >= start_line),
  names text not null,
  content text not null,
  words tsvector not null,
  embedded_as text,
  embedding vector,
  primary key (org_id, id),
  unique (org_id, repository_id, path, number),
  foreign key (org_id, repository_id) references repositories (org_id, id) on delete cascade
);
create index repository_pieces_vectorless on repository_pieces (embedded_as, org_id);
select app.protect_tenant_table('repository_pieces', 'select, insert, update, delete');

-- Pieces of code are embedded in turns of their own.
alter table embedding_turns drop constraint embedding_turns_kind_check;
alter table embedding_turns add constraint embedding_turns_kind_check check (kind in ('memories', 'documents', 'code'));
alter table embedding_failures drop constraint embedding_failures_kind_check;
alter table embedding_failures add constraint embedding_failures_kind_check check (kind in ('memories', 'documents', 'code'));
