-- The organizations in which this reader has something to read. Those that all readers are done with are taken off the list first.
create or replace function app.organizations_behind(p_reader text) returns setof uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  with done as (
    select h.org_id from public.log_heads h where h.unread and not exists (
      select from unnest(array['notifications', 'webhooks']) r (reader) where h.seq > coalesce(
        (select l.seq from public.log_readers l where l.org_id = h.org_id and l.reader = r.reader), 0))
    limit 1000 for update skip locked)
  update public.log_heads h set unread = false from done d where h.org_id = d.org_id;
  return query select h.org_id from public.log_heads h join public.organizations o on o.id = h.org_id
    left join public.log_readers r on r.org_id = h.org_id and r.reader = p_reader
    where h.unread and h.seq > coalesce(r.seq, 0) and o.deleted_at is null limit 1000;
end $$;
revoke execute on function app.organizations_behind(text) from public;
grant execute on function app.organizations_behind(text) to baton_admin;
