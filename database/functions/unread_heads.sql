-- Organizations whose log may have news, in the order of their ids from p_after on and no more than p_limit of them, each with the readers
-- that have something to read there. Those that all readers are done with are taken off the list. What it costs depends on p_limit alone:
-- whoever asks goes on after the last one answered.
create or replace function app.unread_heads(p_after uuid, p_limit integer) returns table (org_id uuid, readers text[])
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query with looked as materialized (
      select h.org_id, h.seq from public.log_heads h where h.unread and h.org_id > p_after order by h.org_id limit p_limit
    ), read as materialized (
      select l.org_id, l.seq, array(select r.reader from unnest(array['notifications', 'webhooks']) r (reader)
        where l.seq > coalesce((select p.seq from public.log_readers p where p.org_id = l.org_id and p.reader = r.reader), 0)) as behind
      from looked l
    ), done as (
      -- One that has moved since is not done with.
      select h.org_id from read r join public.log_heads h on h.org_id = r.org_id and h.seq = r.seq where r.behind = '{}' for update of h skip locked
    ), taken as (
      update public.log_heads h set unread = false from done d where h.org_id = d.org_id
    ) select r.org_id, case when o.id is not null and o.deleted_at is null then r.behind else '{}' end
      from read r left join public.organizations o on o.id = r.org_id order by r.org_id;
end $$;
revoke execute on function app.unread_heads(uuid, integer) from public;
grant execute on function app.unread_heads(uuid, integer) to baton_admin;
