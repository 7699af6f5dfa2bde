-- When a repository was last compared with its host, whether or not anything had changed; `synced_at` is what people see, and follows the log.
alter table repositories add column checked_at timestamptz;
drop index repositories_reconcile;
create index repositories_reconcile on repositories (checked_at nulls first);

-- The keys of tasks that a commit names, also beyond its subject.
alter table repository_commits add column keys text[] not null default '{}';
