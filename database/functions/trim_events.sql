-- Removes the oldest events and raises first_seq: an older cursor is told to resync. The heads are taken last, so nobody's writes
-- wait while events are removed. Answers how many logs or events it has moved on; 0: nothing is due.
drop function if exists app.trim_events(timestamptz, integer);
create function app.trim_events(p_before timestamptz, p_most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_head record;
  v_last bigint;
  v_gone integer;
  v_total integer := 0;
  v_orgs uuid[] := '{}';
  v_firsts bigint[] := '{}';
begin
  for v_head in select org_id, first_seq from public.log_heads where first_at < p_before order by first_at limit 500 loop
    -- Within an organization seq order is time order, so the walk ends at the first event that stays.
    select max(e.seq) into v_last from (
      select seq, at from public.events where org_id = v_head.org_id and seq >= v_head.first_seq order by seq limit p_most - v_total) e
      where e.at < p_before;
    delete from public.events where org_id = v_head.org_id and seq <= v_last;
    get diagnostics v_gone = row_count;
    v_orgs := v_orgs || v_head.org_id;
    v_firsts := v_firsts || coalesce(v_last + 1, v_head.first_seq);
    v_total := v_total + greatest(v_gone, 1);
    exit when v_total >= p_most;
  end loop;
  -- Under the lock, in a statement of its own: an event that was appended meanwhile is seen.
  perform from public.log_heads where org_id = any(v_orgs) order by org_id for update;
  update public.log_heads h set first_seq = c.first_seq, first_at = (select e.at from public.events e
      where e.org_id = c.org_id and e.seq >= c.first_seq order by e.seq limit 1)
    from unnest(v_orgs, v_firsts) c (org_id, first_seq) where h.org_id = c.org_id;
  return v_total;
end $$;
revoke execute on function app.trim_events(timestamptz, integer) from public;
grant execute on function app.trim_events(timestamptz, integer) to baton_admin;

-- What belongs to another role cannot be replaced by baton_owner, so it is dropped, made anew and given back. It can only be given to a role
-- that may create in the schema; that right lasts for these statements.
grant create on schema app to baton_log;
alter function app.trim_events(timestamptz, integer) owner to baton_log;
revoke create on schema app from baton_log;
set local role baton_log;
grant execute on function app.trim_events(timestamptz, integer) to baton_owner;
reset role;
