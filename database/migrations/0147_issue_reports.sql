-- What people report to the administrators of this instance. It is theirs and the administrators'; what everybody may see of a known
-- problem are the words an administrator wrote for that.
create table issue_reports (
  id uuid primary key,
  user_id uuid not null references users (id),
  number bigint generated always as identity unique,
  title text not null check (length(title) between 1 and 200),
  body text not null check (length(body) <= 20000),
  page text check (length(page) <= 500),
  app_version text check (length(app_version) <= 100),
  request_id text check (length(request_id) <= 100),
  browser text check (length(browser) <= 400),
  console jsonb not null default '[]' check (jsonb_typeof(console) = 'array' and pg_column_size(console) <= 32768),
  status text not null default 'new' check (status in ('new', 'triaged', 'planned', 'fixed', 'declined')),
  merged_into uuid references issue_reports (id) on delete set null,
  known_as text check (length(known_as) between 1 and 200),
  host_repository text check (length(host_repository) <= 250),
  host_url text check (length(host_url) <= 500),
  host_failure text check (length(host_failure) <= 300),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
comment on table issue_reports is 'personal(user_id)';
create index issue_reports_user on issue_reports (user_id, id desc);
create index issue_reports_status on issue_reports (status, id desc);
create index issue_reports_merged on issue_reports (merged_into) where merged_into is not null;

create table issue_report_messages (
  id uuid primary key,
  report_id uuid not null references issue_reports (id) on delete cascade,
  -- Whose report it stands on.
  user_id uuid not null references users (id),
  -- Who wrote it: the reporter, or an administrator.
  author_id uuid not null references users (id),
  from_administrator boolean not null,
  body text not null check (length(body) between 1 and 10000),
  created_at timestamptz not null
);
comment on table issue_report_messages is 'personal(user_id)';
create index issue_report_messages_report on issue_report_messages (report_id, id);
create index issue_report_messages_user on issue_report_messages (user_id, id desc);

do $$
declare t text;
begin
  foreach t in array array['issue_reports', 'issue_report_messages'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to baton_owner using (true) with check (true)', t);
    execute format('create policy own on %I to baton_app using (user_id = (select app.user())) with check (user_id = (select app.user()))', t);
    execute format('create policy administrators on %I to baton_admin using (true) with check (true)', t);
    execute format('grant select, insert on %I to baton_app', t);
    execute format('grant select on %I to baton_admin', t);
  end loop;
end $$;
grant update (updated_at, version) on issue_reports to baton_app;
grant update (status, merged_into, known_as, host_repository, host_url, host_failure, updated_at, version) on issue_reports to baton_admin;
grant insert on issue_report_messages to baton_admin;
