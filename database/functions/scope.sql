-- The organization and the user of this transaction, which `SET LOCAL` at its beginning says; null where there is none.
create or replace function app.org() returns uuid language sql stable
  as $$ select nullif(current_setting('app.org_id', true), '')::uuid $$;
grant execute on function app.org() to baton_app, baton_admin, baton_public, baton_auth, baton_jobs, baton_log, baton_search;

create or replace function app.user() returns uuid language sql stable
  as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;
grant execute on function app.user() to baton_app, baton_admin, baton_public, baton_auth, baton_jobs, baton_log, baton_search;

-- The one project that a run's token opens: nothing of any other is seen or changed. Null where there is no such wall.
create or replace function app.only_project() returns uuid language sql stable
  as $$ select nullif(current_setting('app.only_project', true), '')::uuid $$;
grant execute on function app.only_project() to baton_app, baton_admin, baton_public, baton_auth, baton_jobs, baton_log, baton_search;

-- Whose own rows are seen, besides those of projects: the user's, and nobody's where a run's token opens only one project.
create or replace function app.owner() returns uuid language sql stable
  as $$ select case when app.only_project() is null then app.user() end $$;
grant execute on function app.owner() to baton_app, baton_admin, baton_public, baton_auth, baton_jobs, baton_log, baton_search;

-- The agent of such a run: its own rows are seen all the same.
create or replace function app.only_agent() returns uuid language sql stable
  as $$ select nullif(current_setting('app.only_agent', true), '')::uuid $$;
grant execute on function app.only_agent() to baton_app, baton_admin, baton_public, baton_auth, baton_jobs, baton_log, baton_search;
