-- Removes the oldest events, organization by organization, and raises first_seq: an older cursor is told to resync.
create function app.trim_events(p_before timestamptz, p_most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_head record;
  v_last bigint;
  v_gone integer;
  v_total integer := 0;
begin
  for v_head in select org_id, first_seq from public.log_heads where seq >= first_seq loop
    -- Within an organization seq order is time order, so the walk ends at the first event that stays.
    select max(e.seq) into v_last from (
      select seq, at from public.events where org_id = v_head.org_id and seq >= v_head.first_seq order by seq limit p_most) e
      where e.at < p_before;
    continue when v_last is null;
    delete from public.events where org_id = v_head.org_id and seq <= v_last;
    get diagnostics v_gone = row_count;
    update public.log_heads set first_seq = v_last + 1 where org_id = v_head.org_id;
    v_total := v_total + v_gone;
    exit when v_total >= p_most;
  end loop;
  return v_total;
end $$;
revoke execute on function app.trim_events(timestamptz, integer) from public;
grant execute on function app.trim_events(timestamptz, integer) to baton_admin;
grant delete on events to baton_log;
grant create on schema app to baton_log;
alter function app.trim_events(timestamptz, integer) owner to baton_log;
revoke create on schema app from baton_log;
