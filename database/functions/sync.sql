-- The epoch that every cursor of a pull carries.
create or replace function app.sync_epoch() returns integer
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select e.epoch from public.sync_epochs e $$;
revoke execute on function app.sync_epoch() from public;
grant execute on function app.sync_epoch() to baton_app;
