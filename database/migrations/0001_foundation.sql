-- Every table says in its COMMENT which class it is in (tenant, personal, instance, published, auth) and, where it is not the
-- usual one, the column its wall stands on: tenant(id). A test reads the catalogue and fails on a table without one.

create function app.org() returns uuid language sql stable
  as $$ select nullif(current_setting('app.org_id', true), '')::uuid $$;

create function app.user() returns uuid language sql stable
  as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;

grant usage on schema app to baton_app, baton_admin, baton_public, baton_auth, baton_jobs, baton_log, baton_search;
grant execute on function app.org(), app.user() to baton_app, baton_admin, baton_public, baton_auth, baton_jobs, baton_log, baton_search;
