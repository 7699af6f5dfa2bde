-- Notes a delivery of the code host and answers the repositories for which a sync must be queued; one row of nulls says that it came before.
-- A repository whose sync is queued already is not answered again: it will read what this delivery is about.
create or replace function app.receive_host_delivery(p_delivery text, p_event text, p_host_id bigint, p_installation bigint, p_now timestamptz)
  returns table (org_id uuid, repository_id uuid)
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.host_deliveries d where d.id in (
    select o.id from public.host_deliveries o where o.received_at < p_now - interval '7 days' order by o.received_at limit 100);
  insert into public.host_deliveries (id, event, host_id, received_at) values (p_delivery, p_event, p_host_id, p_now) on conflict do nothing;
  if not found then
    return query select null::uuid, null::uuid;
    return;
  end if;
  return query update public.repositories r set wanted_at = p_now
    from public.code_connections c
    where c.org_id = r.org_id and c.id = r.connection_id and c.ended_at is null and r.wanted_at is null
      and (r.host_id = p_host_id or (p_host_id is null and c.installation_id = p_installation))
    returning r.org_id, r.id;
end $$;
revoke execute on function app.receive_host_delivery(text, text, bigint, bigint, timestamptz) from public;
grant execute on function app.receive_host_delivery(text, text, bigint, bigint, timestamptz) to baton_auth;

-- Repositories that were compared with their host before p_before, the longest ago first, marked as queued. One whose job was lost, and which
-- has waited since then, is among them.
create or replace function app.repositories_to_reconcile(p_before timestamptz, p_now timestamptz, p_most integer)
  returns table (org_id uuid, repository_id uuid)
  language sql security definer set search_path = pg_catalog, pg_temp
as $$
  update public.repositories r set wanted_at = p_now
  where (r.org_id, r.id) in (
    select o.org_id, o.id from public.repositories o
      join public.code_connections c on c.org_id = o.org_id and c.id = o.connection_id and c.ended_at is null
      join public.organizations g on g.id = o.org_id and g.deleted_at is null
    where coalesce(o.checked_at, o.created_at) < p_before and coalesce(o.wanted_at, '-infinity') < p_before
    order by o.checked_at nulls first limit p_most)
  returning r.org_id, r.id
$$;
revoke execute on function app.repositories_to_reconcile(timestamptz, timestamptz, integer) from public;
grant execute on function app.repositories_to_reconcile(timestamptz, timestamptz, integer) to baton_auth;
