-- Whether nobody else administers this instance. Administrators are locked, so that two cannot go at the same moment.
create or replace function app.is_last_administrator(p_user uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare v_living uuid[];
begin
  perform from auth.accounts a where a.role = 'admin' order by a.user_id for update;
  select array_agg(a.user_id) into v_living from auth.accounts a
    where a.role = 'admin' and a.suspended_at is null and a.closed_at is null;
  return v_living = array[p_user];
end $$;
revoke execute on function app.is_last_administrator(uuid) from public;
grant execute on function app.is_last_administrator(uuid) to baton_auth, baton_admin;
