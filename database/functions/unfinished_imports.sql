-- How many imports the caller has under way, in all organizations.
create or replace function app.unfinished_imports() returns integer language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::integer from public.imports where user_id = app.user() and finished_at is null
$$;
revoke execute on function app.unfinished_imports() from public;
grant execute on function app.unfinished_imports() to baton_app;
